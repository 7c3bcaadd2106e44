package live

import (
	"context"
	"errors"
)

// ErrMayNot refuses a request that would move something, without the right to.
var ErrMayNot = errors.New("whoever moves something needs the token of the program's page, and this connection has none: " +
	"open the whole address that the program has printed, or add ?token=… to this one")

// mayMove is the key of a request's right to move something.
type mayMove struct{}

// Allow gives a request's context the right to send values to the program, besides looking. The server must
// authenticate the request; requests without this right cannot send anything.
func Allow(ctx context.Context) context.Context { return context.WithValue(ctx, mayMove{}, true) }

// MayMove reports whether a request has the right that Allow gives.
func MayMove(ctx context.Context) bool { return ctx.Value(mayMove{}) != nil }
