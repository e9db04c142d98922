package command

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// This measures that memory stays flat: 10 and 100 million puzzles come through a pipe, and the
// report has the most memory that solve held.
func BenchmarkFlat(b *testing.B) {
	bin := built(b)
	for _, n := range []int{10_000_000, 100_000_000} {
		b.Run(fmt.Sprint("puzzles=", n), func(b *testing.B) {
			for b.Loop() {
				generate := exec.Command(bin, "generate", "-f", "hdu-1043", "-n", strconv.Itoa(n))
				solve := exec.Command(bin, "solve", "-f", "hdu-1043")
				var err error
				if solve.Stdin, err = generate.StdoutPipe(); err != nil {
					b.Fatal(err)
				}
				for _, c := range []*exec.Cmd{generate, solve} {
					if err := c.Start(); err != nil {
						b.Fatal(err)
					}
				}
				most := peakOf(solve)
				if err := solve.Wait(); err != nil {
					b.Fatal(err)
				}
				if err := generate.Wait(); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(<-most)/1024, "max-MiB")
			}
			b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// peakOf asks until the end of a process for the most memory that it has held, in KiB. (What
// getrusage returns includes that of the process that started it.)
func peakOf(c *exec.Cmd) <-chan int {
	peak := regexp.MustCompile(`VmHWM:\s*(\d+) kB`)
	file, result := fmt.Sprintf("/proc/%d/status", c.Process.Pid), make(chan int, 1)
	go func() {
		most := 0
		for {
			status, err := os.ReadFile(file)
			found := peak.FindSubmatch(status)
			if err != nil || found == nil {
				result <- most
				return
			}
			most, _ = strconv.Atoi(string(found[1]))
			time.Sleep(20 * time.Millisecond)
		}
	}()
	return result
}
