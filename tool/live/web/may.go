package web

import (
	"net/http"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/tool/live"
)

// Allowed lets every request that reaches a handler send values.
func Allowed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(w, r.WithContext(live.Allow(r.Context()))) })
}

// Owned lets every request that reaches a handler send values, including those that can run scripts: the server must listen
// where only its user can connect.
func Owned(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(live.AllowScripts(r.Context())))
	})
}

// Enter admits a request if fewer than the limit are being served; only half of the limit is for those that may only
// look, so that they cannot keep out one with the right to stop a robot. leave must be called whether or not it was
// admitted.
func Enter(r *http.Request, most int32, all, lookers *atomic.Int32) (leave func(), ok bool) {
	ok = all.Add(1) <= most
	if live.MayMove(r.Context()) {
		return func() { all.Add(-1) }, ok
	}
	ok = lookers.Add(1) <= most/2 && ok
	return func() { all.Add(-1); lookers.Add(-1) }, ok
}
