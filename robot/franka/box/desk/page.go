package desk

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

//go:embed page
var page embed.FS

const longest = 200 // bytes of a line

// Handlers returns the handlers of the desk's page and its requests, by patterns of http.ServeMux. They have no
// protection: anyone who reaches them can move the arm. serve.Serve protects them.
//
//	GET  /            the page
//	GET  /desk.js     its program
//	GET  /desk/state  the state, as JSON (State)
//	POST /desk/do     carries out the line in the body (Do): 200 with the answer, 409 with the reason why not
func (d *Desk) Handlers() map[string]http.Handler {
	file := func(name, kind string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			b, err := page.ReadFile("page/" + name)
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write(b) // a browser that has gone needs no answer
		})
	}
	return map[string]http.Handler{
		"GET /{$}":        file("index.html", "text/html; charset=utf-8"),
		"GET /desk.js":    file("desk.js", "text/javascript; charset=utf-8"),
		"GET /desk/state": http.HandlerFunc(d.serveState),
		"POST /desk/do":   http.HandlerFunc(d.serveDo),
	}
}

func (d *Desk) serveState(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(d.State()) // a browser that has gone needs no answer
}

func (d *Desk) serveDo(w http.ResponseWriter, r *http.Request) {
	line, err := io.ReadAll(io.LimitReader(r.Body, longest+1))
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	case len(line) > longest:
		http.Error(w, fmt.Sprintf("a line has at most %d bytes", longest), http.StatusRequestEntityTooLarge)
		return
	}
	answer, err := d.Do(string(line))
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = fmt.Fprintln(w, answer)
}
