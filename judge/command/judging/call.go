package judging

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"tilejudge/formats/answers"
	"tilejudge/judge/checker"
	"tilejudge/judge/command/app"
	"tilejudge/judge/command/flags"
	"tilejudge/judge/protocol"
)

// A Call is a run of the program by another judge, as its checker.
type Call struct {
	protocol *protocol.Protocol
	host     protocol.Host
}

// NewCall returns the call of a judge, or nil if a person calls the program by its
// own name. A judge names a protocol in one of three ways:
//
//   - as a command: tilejudge check --protocol kattis ARGUMENT...
//   - by the program's name: check-kattis, a link to the program or a copy
//   - by a setting, in the environment or in a file next to the program, if the judge
//     dictates the program's name, as HUSTOJ does with spj (see protocol.ReadSettings)
//
// Call it before any command is parsed, because the arguments are the judge's.
func NewCall(args []string) (*Call, error) {
	if len(args) == 0 {
		return nil, nil
	}
	program, args := args[0], args[1:]
	settings := sync.OnceValues(func() (protocol.Settings, error) {
		return protocol.ReadSettings(os.Getenv, settingFiles(program))
	})
	wanted, ok := strings.CutPrefix(programName(program), "check-")
	switch {
	case ok:
	case len(args) > 0 && args[0] == "check":
		if wanted, args, ok = cutProtocol(args[1:]); !ok {
			return nil, nil
		}
	case programName(program) != app.Program:
		s, err := settings()
		if err != nil {
			return nil, err
		}
		if wanted, ok = s[protocol.KeyProtocol]; !ok {
			return nil, nil
		}
	default:
		return nil, nil
	}
	p, err := protocol.Lookup(wanted)
	if err != nil {
		hint := app.Suggest(wanted, protocol.Names())
		return nil, fmt.Errorf("%w%s; protocols lists all", err, hint)
	}
	return &Call{p, protocol.Host{Args: args, Settings: settings}}, nil
}

// Run checks the answers and returns the exit code that the judge expects.
func (c *Call) Run(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) int {
	c.host.Stdin, c.host.Stdout, c.host.Stderr = stdin, stdout, stderr
	// Without this, a write to a closed pipe could end the process by a signal, which some judges
	// take for exit code 0.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGALRM, outOfTime)
	defer stop()
	return c.protocol.Run(ctx, c.host, prepareCheck)
}

// outOfTime is SIGXCPU, which Windows does not know.
const outOfTime = syscall.Signal(24)

// programName returns the name by which the program was started.
func programName(arg0 string) string {
	return strings.TrimSuffix(filepath.Base(arg0), ".exe")
}

// cutProtocol returns the value of --protocol and the arguments without it.
func cutProtocol(args []string) (value string, others []string, ok bool) {
	for i, arg := range args {
		flag, value, given := strings.Cut(arg, "=")
		switch {
		case flag != "--protocol" && flag != "-protocol":
		case given:
			return value, slices.Delete(slices.Clone(args), i, i+1), true
		case i+1 < len(args):
			return args[i+1], slices.Delete(slices.Clone(args), i, i+2), true
		default:
			return "", nil, true
		}
	}
	return "", nil, false
}

// settingFiles returns the files that may have settings: first next to the name by
// which the program was started, which may be a link, then next to the program itself.
func settingFiles(arg0 string) (files []string) {
	called, err := exec.LookPath(arg0)
	if errors.Is(err, exec.ErrDot) {
		err = nil
	}
	program, err2 := os.Executable()
	for _, found := range []struct {
		file string
		err  error
	}{{called, err}, {program, err2}} {
		if found.err == nil {
			dir := filepath.Dir(found.file)
			files = append(files,
				filepath.Join(dir, programName(arg0)+".conf"),
				filepath.Join(dir, app.Program+".conf"))
		}
	}
	return files
}

// prepareCheck returns a Check for the format and the rule in the settings.
func prepareCheck(s protocol.Settings) (protocol.Check, error) {
	if s["format"] == "" {
		return nil, errors.New("found no format: set it with --format, as TILEJUDGE_FORMAT in" +
			` the environment, or by a line "format NAME" in ` + app.Program +
			".conf next to the program")
	}
	f, err := flags.LookupFormat(s["format"])
	if err != nil {
		return nil, err
	}
	k, err := checker.New(f, s["require"], runtime.GOMAXPROCS(0))
	if err != nil {
		return nil, err
	}
	k.Tolerance = answers.Tolerance{Case: s["case"] == "any", Space: s["space"] == "any"}
	return k.Outcome, nil
}
