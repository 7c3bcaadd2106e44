package serve

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Config says what a page shows and who may see it. Only Addr must be given.
type Config struct {
	Hub     *view.Hub        // scene, images, plots and events; nil for none
	Program *reactor.Program // its graph is shown; nil for none
	Graph   *graph.Graph     // shown where there is no Program: an architecture
	// Bus is that by which its values are looked at and its parameters and actions reached; nil for none. Where there is
	// a Control, live.Bus.Through brings it what is sent.
	Bus     *live.Bus
	Control view.Control // run, pause, step, …; nil for a run that goes on by itself
	Unable  string       // why it does, for people
	Clock   string       // "real" or "lock-step", where there is no Control to ask
	Orders  []view.Order // what a page may send to physical actions, in this order; nil for all it can
	// Took gives the mean time a reaction took, µs, 0 when it is not known; nil when it is for none.
	Took func(reaction int) float64

	Addr string // "127.0.0.1:8080"; port 0 is any free one. Off loopback TLS and a token are asked for.
	Cert string // PEM files of certificate and key; "" for a self-made one where one is needed
	Key  string
	Dir  string // where the self-made one is kept; "" is the user's cache folder
	// Token is what the page asks for: at least 16 letters, digits, -, _, . or ~, asked of everybody. "" makes one, which on
	// loopback is asked of those alone who move something: send a value, set a parameter, give a command.
	Token   string
	NoToken bool // on loopback: whoever can use this machine may move the robot
	// Origins are those of other servers whose pages may use this one: "https://app.foxglove.dev".
	Origins []string
	// Handlers answer other paths, by patterns of http.ServeMux: "/metrics". They are guarded as the page is.
	Handlers map[string]http.Handler
	// Subprotocols take WebSockets at "/" that ask for one.
	Subprotocols map[string]http.Handler
	// Patience is how long a browser may take nothing until it is let go; 0 for 5 s.
	Patience time.Duration
}

var tokenText = regexp.MustCompile(`^[A-Za-z0-9._~-]+$`)

// validate reports all faults of c, and the host to listen on.
func (c *Config) validate() (host string, err error) {
	var faults []error
	host, _, err = net.SplitHostPort(c.Addr)
	if err != nil {
		faults = append(faults, fmt.Errorf("view: the address %q: %w: give host:port, as 127.0.0.1:8080", c.Addr, err))
	}
	if n := len(c.Token); n > 0 && (n < 16 || n > 256 || !tokenText.MatchString(c.Token)) {
		faults = append(faults, fmt.Errorf("view: a token of %d characters: give 16 to 256 letters, digits, -, _, . or ~, hard to guess", len(c.Token)))
	}
	switch {
	case c.NoToken && c.Token != "":
		faults = append(faults, errors.New("view: a token and none: give one, or say that there is none"))
	case c.NoToken && err == nil && !sock.Local(host):
		faults = append(faults, fmt.Errorf("view: no token at %s: only on loopback can a page do without one", c.Addr))
	}
	if (c.Cert == "") != (c.Key == "") {
		faults = append(faults, errors.New("view: a certificate needs its key: give the files of both, or of none"))
	}
	for _, o := range c.Origins {
		if !origin.MatchString(o) {
			faults = append(faults, fmt.Errorf("view: the origin %q: give scheme and host, as https://app.foxglove.dev", o))
		}
	}
	return host, errors.Join(faults...)
}

var origin = regexp.MustCompile(`^[a-z][a-z0-9+.-]*://[^/*?\[\]\\]*$`)

func (c *Config) name() string {
	if c.Program != nil {
		return c.Program.Name
	}
	return "Sinew"
}
