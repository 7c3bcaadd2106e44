package live

import (
	"context"
	"errors"
	"reflect"
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

// ErrMayNotScript refuses what runs somebody's text, over a way that others may hear or use.
var ErrMayNotScript = errors.New("this can run scripts in the program: it is taken over the program's own socket, which is its user's alone, " +
	"and over a page with TLS and a token")

// mayScript is the key of a request's right to have scripts run.
type mayScript struct{}

// AllowScripts gives a request's context the right to send values that can run scripts, besides what Allow gives. The
// request must have come over a socket of the user's alone, or over TLS with a token.
func AllowScripts(ctx context.Context) context.Context {
	return context.WithValue(Allow(ctx), mayScript{}, true)
}

// MayScript reports whether a request has the right that AllowScripts gives.
func MayScript(ctx context.Context) bool { return ctx.Value(mayScript{}) != nil }

// scripted is implemented by types of values that can run scripts.
type scripted interface{ Scripted() }

// Scripts reports whether values of a type can run scripts in the program, so that sending one needs AllowScripts.
func Scripts(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[scripted]())
}
