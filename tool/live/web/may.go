package web

import (
	"net/http"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/tool/live"
)

// Allowed lets whoever reaches a handler send values.
func Allowed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(w, r.WithContext(live.Allow(r.Context()))) })
}

// Enter counts a request in where at most so many are served at a time, half of them such as may only look: they do not
// keep out those who have the right to stop a robot. leave counts it out, whether or not it was let in.
func Enter(r *http.Request, most int32, all, lookers *atomic.Int32) (leave func(), ok bool) {
	ok = all.Add(1) <= most
	if live.MayMove(r.Context()) {
		return func() { all.Add(-1) }, ok
	}
	ok = lookers.Add(1) <= most/2 && ok
	return func() { all.Add(-1); lookers.Add(-1) }, ok
}
