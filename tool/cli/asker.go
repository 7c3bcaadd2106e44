package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// attached opens a connection to the deployers of a program and calls do with it.
func (w *where) attached(ctx context.Context, do func(context.Context, *asker) error) error {
	w.socket = true
	return w.ask(ctx, 0, func(ctx context.Context, c *web.Client) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		a, err := newAsker(ctx, c)
		if err != nil {
			return err
		}
		err = do(ctx, a)
		_ = a.pub.Close() // every order has been answered
		return err
	})
}

// asker gives orders to the deployers of a program.
type asker struct {
	pub     *web.Publisher
	doors   []string          // the deployers' paths
	at      map[string]string // the path of a component's deployer
	answers chan deploy.Answer
	broken  chan error
}

const commandDoor, answerPort = ".command", ".answer"

// newAsker finds the deployers and subscribes to their answers.
func newAsker(ctx context.Context, c *web.Client) (*asker, error) {
	l, err := c.List(ctx)
	if err != nil {
		return nil, err
	}
	a := &asker{at: map[string]string{}, answers: make(chan deploy.Answer, 64), broken: make(chan error, 1)}
	var ports []string
	for _, o := range l.Orders {
		if name, ok := strings.CutSuffix(o.Path, commandDoor); ok && o.Type == "deploy.Order" {
			a.doors, ports = append(a.doors, name), append(ports, name+answerPort)
		}
	}
	if len(ports) == 0 {
		return nil, fmt.Errorf("%s has no components: it is no deployment", l.Program)
	}
	if a.pub, err = c.Publisher(ctx); err != nil {
		return nil, err
	}
	decode, err := codec.For(reflect.TypeFor[deploy.Answer](), "")
	if err != nil {
		return nil, err
	}
	begun := make(chan struct{})
	go func() {
		a.broken <- c.Echo(ctx, ports, func([]web.Listed) error { close(begun); return nil }, func(batch []live.Message, _ uint64) error {
			for _, m := range batch {
				var x deploy.Answer
				if err := decode.Decode(m.Data, unsafe.Pointer(&x)); err != nil {
					return err
				}
				select {
				case a.answers <- x:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}()
	select {
	case <-begun:
		return a, nil
	case err := <-a.broken:
		return nil, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// find asks the deployers for their components.
func (a *asker) find(ctx context.Context) (all []deploy.Listed, err error) {
	for _, d := range a.doors {
		text, err := a.send(ctx, d, deploy.Order{Do: "list"})
		if err != nil {
			return nil, err
		}
		var some []deploy.Listed
		if err := json.Unmarshal([]byte(text), &some); err != nil {
			return nil, fmt.Errorf("the answer of %s is not understood: %w", d, err)
		}
		for _, x := range some {
			a.at[x.Name] = d
		}
		all = append(all, some...)
	}
	return all, nil
}

// ask gives an order to the deployer of the component that it is about.
func (a *asker) ask(ctx context.Context, o deploy.Order) (string, error) {
	door := a.doors[0]
	if len(a.doors) > 1 {
		if _, err := a.find(ctx); err != nil {
			return "", err
		}
		if d := a.at[o.Place()]; d != "" {
			door = d
		}
	}
	return a.send(ctx, door, o)
}

// send gives an order to a deployer and waits for its answer.
func (a *asker) send(ctx context.Context, door string, o deploy.Order) (string, error) {
	o.ID = rand.Uint64() | 1
	b, err := json.Marshal(o)
	if err != nil {
		return "", err
	}
	if _, err = a.pub.Publish(ctx, door+commandDoor, b); err != nil {
		return "", err
	}
	late := time.NewTimer(live.Patience)
	defer late.Stop()
	for {
		select {
		case x := <-a.answers:
			if x.ID != o.ID {
				continue
			}
			if x.Fault != "" {
				return x.Text, errors.New(x.Fault)
			}
			return x.Text, nil
		case err := <-a.broken:
			return "", err
		case <-ctx.Done():
			return "", ctx.Err()
		case <-late.C:
			return "", fmt.Errorf("%s has taken the order and not answered within %v", door, live.Patience)
		}
	}
}
