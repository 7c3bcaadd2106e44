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

// Config says what a page shows and who may see it. Only Addr is required.
type Config struct {
	Hub     *view.Hub        // scene, images, plots and events; nil for none
	Program *reactor.Program // its graph is shown; nil for none
	Graph   *graph.Graph     // shown if there is no Program: an architecture
	// Bus gives access to the program's values, parameters and actions; nil for none. If there is a Control,
	// live.Bus.Through must pass on to it what is sent.
	Bus     *live.Bus
	Control view.Control // run, pause, step, …; nil for a run that is not steered
	Unable  string       // why there is no Control, for people
	Clock   string       // "real" or "lock-step", if there is no Control to ask
	Orders  []view.Order // what a page may send to physical actions, in this order; nil for everything possible
	// Took returns the mean time that a reaction took, µs, 0 if it is not known; nil if no times are known.
	Took func(reaction int) float64

	Addr string // "127.0.0.1:8080"; port 0 is any free one. Off loopback TLS and a token are required.
	Cert string // PEM files of certificate and key; "" for a self-made one if one is needed
	Key  string
	Dir  string // the folder of the self-made one; "" is the user's cache folder
	// Token is what the page requires: at least 16 letters, digits, -, _, . or ~, required of everybody. If it is "", one
	// is made; on loopback that is only required for moving something: sending a value, setting a parameter, giving a
	// command.
	Token   string
	NoToken bool // on loopback: anyone who can use this machine may move the robot
	// Origins are the origins of other servers whose pages may use this one: "https://app.foxglove.dev".
	Origins []string
	// Handlers serve other paths, by patterns of http.ServeMux: "/metrics". They are guarded like the page.
	Handlers map[string]http.Handler
	// Subprotocols handle WebSockets at "/" that ask for one of them.
	Subprotocols map[string]http.Handler
	// Patience is how long a browser may take nothing before it is disconnected; 0 is 5 s.
	Patience time.Duration
}

var tokenText = regexp.MustCompile(`^[A-Za-z0-9._~-]+$`)

// validate reports all faults of c, and returns the host to listen on.
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
