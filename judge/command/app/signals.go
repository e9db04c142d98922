package app

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
)

// EndCleanly makes the context of a command end at a signal that would end the process at once, so
// that the command ends its programs and removes its files. A later signal ends the process. A
// write to a pipe without a reader fails from now on. The caller must call stop.
func EndCleanly(c *cli.Context) (stop func()) {
	// This takes a handler: the programs would inherit the effect of signal.Ignore.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	var fatal []os.Signal
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) { // as nohup does
			fatal = append(fatal, s)
		}
	}
	if len(fatal) == 0 { // without a signal, NotifyContext would take all signals
		return func() {}
	}
	ctx, stop := signal.NotifyContext(c.Context, fatal...)
	StopLater(ctx, stop)
	c.Context = ctx
	return stop
}

// StopLater calls stop a second after a signal has ended ctx: from then on another signal ends the
// process at once. One that comes with the first does not: timeout(1) signals its child, and then
// the whole group.
func StopLater(ctx context.Context, stop func()) {
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) })
}
