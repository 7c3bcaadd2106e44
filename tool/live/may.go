package live

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
)

// ErrMayNot refuses what would move something to whoever may only look.
var ErrMayNot = errors.New("whoever moves something needs the token of the program's page, and this connection has none: " +
	"open the whole address that the program has printed, or add ?token=… to this one")

// mayMove is the key of a request's right to move something.
type mayMove struct{}

// Allow gives a request's context the right to send values to the program, besides looking. Who asks is for the server
// to find out; without it a Handler lets nobody send anything.
func Allow(ctx context.Context) context.Context { return context.WithValue(ctx, mayMove{}, true) }

// MayMove reports whether a request has the right that Allow gives.
func MayMove(ctx context.Context) bool { return ctx.Value(mayMove{}) != nil }

// Allowed lets whoever reaches a handler send values.
func Allowed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(w, r.WithContext(Allow(r.Context()))) })
}

// Enter counts a request in where at most so many are served at a time, half of them such as may only look: they do not
// keep out those who have the right to stop a robot. leave counts it out, whether or not it was let in.
func Enter(r *http.Request, most int32, all, lookers *atomic.Int32) (leave func(), ok bool) {
	ok = all.Add(1) <= most
	if MayMove(r.Context()) {
		return func() { all.Add(-1) }, ok
	}
	ok = lookers.Add(1) <= most/2 && ok
	return func() { all.Add(-1); lookers.Add(-1) }, ok
}
