package running

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"
)

// endCleanly makes the context of a command end at a signal that would end the process
// at once, so that the command ends its programs and removes their files. A second
// signal ends the process. A write to a pipe without a reader fails from now on. The
// caller must call stop.
func endCleanly(c *cli.Context) (stop func()) {
	// With a handler, not signal.Ignore: the programs would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	var fatal []os.Signal
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) { // as nohup does
			fatal = append(fatal, s)
		}
	}
	if len(fatal) == 0 { // NotifyContext takes none for all
		return func() {}
	}
	ctx, stop := signal.NotifyContext(c.Context, fatal...)
	context.AfterFunc(ctx, stop)
	c.Context = ctx
	return stop
}
