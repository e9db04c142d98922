package sandbox_test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"tilejudge/judge/program/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	if len(os.Args) > 2 && zoo[os.Args[1]] != nil {
		// A program ends after 10 s even if the sandbox fails. Its token is an argument
		// so that tests find a process that is left.
		time.AfterFunc(10*time.Second, func() { os.Exit(99) })
		zoo[os.Args[1]](os.Args[2:])
		syscall.Exit(0) // with the race detector, os.Exit takes a second
	}
	os.Exit(m.Run())
}

// zoo has the programs that tests run. Each is this binary with the program's name, a
// token and possibly more as arguments.
var zoo = map[string]func(args []string){
	"zoo-answer": func([]string) { fmt.Println("answer") },
	"zoo-busy": func([]string) {
		for n := uint64(1); n > 0; n++ {
		}
	},
	"zoo-sleep": func([]string) { time.Sleep(9 * time.Second) },
	"zoo-proof": func([]string) {
		signal.Ignore()
		time.Sleep(9 * time.Second)
	},
	"zoo-endless":        func([]string) { flood(os.Stdout) },
	"zoo-endless-stderr": func([]string) { flood(os.Stderr) },
	"zoo-endless-stubborn": func([]string) {
		signal.Ignore()
		flood(os.Stdout)
	},
	"zoo-heap": func([]string) { touch(make([]byte, 2<<30)) },
	"zoo-closes": func([]string) {
		os.Stdin.Close()
		fmt.Println("closed")
	},
	"zoo-threads": func([]string) {
		done := make(chan int)
		go func() {
			runtime.LockOSThread()
			done <- 42
		}()
		fmt.Println(<-done)
	},
	"zoo-many": func([]string) { // 55 threads at once, besides those of the runtime
		var all sync.WaitGroup
		end := make(chan int)
		all.Add(55)
		for range 55 {
			go func() {
				runtime.LockOSThread()
				all.Done()
				<-end
			}()
		}
		all.Wait()
	},
	"zoo-exit": func([]string) { os.Exit(7) },
	"zoo-hangs": func([]string) {
		fmt.Println("answer")
		time.Sleep(9 * time.Second)
	},
	"zoo-nul": func([]string) { os.Stdout.Write(make([]byte, 1000)) },
	"zoo-dial": func(args []string) {
		if _, err := net.Dial("tcp", args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	},
	"zoo-remove": func(args []string) {
		if err := os.Remove(args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	},
	"zoo-copy": func(args []string) { // args[1] to args[2]; both are read-only afterwards
		text, err := os.ReadFile(args[1])
		if err == nil {
			err = os.WriteFile(args[2], text, 0o400)
		}
		fmt.Println(args[1], err)
	},
	"zoo-link": func(args []string) {
		fmt.Println(os.Symlink(args[1], args[2]))
	},
	"zoo-names": func(args []string) { // of the files in the working directory
		files, err := os.ReadDir(".")
		if err != nil {
			fmt.Println(err)
		}
		for _, f := range files {
			fmt.Println(f.Name(), f.Type())
		}
	},
	"zoo-status": func([]string) {
		text, _ := os.ReadFile("/proc/self/status")
		os.Stdout.Write(text)
	},
}

// flood writes 1 GiB.
func flood(f *os.File) {
	block := bytes.Repeat([]byte("a"), 64<<10)
	for range 16 << 10 {
		f.Write(block)
	}
}

// touch makes memory resident and holds it for some time.
func touch(memory []byte) {
	for i := 0; i < len(memory); i += 4096 {
		memory[i] = 1
	}
	time.Sleep(9 * time.Second)
}

// animal returns the command line of a program of the zoo.
func animal(t *testing.T, name, token string, args ...string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{self, "zoo-" + name, token}, args...)
}

// token returns a word that no other process has among its arguments. It is a number of
// seconds, so that it can be the argument of sleep.
func token(seconds int) string {
	tokens++
	return fmt.Sprintf("%d.0%d%05d", seconds, os.Getpid(), tokens)
}

var tokens = time.Now().UnixNano() % 10000

// left lists the processes that still run with a word among their arguments.
func left(word string) (pids []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		args, err := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		if pid, _ := strconv.Atoi(e.Name()); err == nil && bytes.Contains(args, []byte(word)) {
			pids = append(pids, pid)
		}
	}
	return pids
}
