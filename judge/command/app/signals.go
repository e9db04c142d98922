package app

import (
	"context"
	"time"
)

// StopLater calls stop a second after a signal has ended ctx: from then on another signal ends the
// process at once. One that comes with the first does not: timeout(1) signals its child, and then
// the whole group.
func StopLater(ctx context.Context, stop func()) {
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) })
}
