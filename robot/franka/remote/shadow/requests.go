package shadow

import (
	"context"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Handle implements box.Controlled.
func (x *Shadow) Handle(q *franka.Request) (a franka.Response, done bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	a, done = franka.Response{Kind: q.Kind, ID: q.ID}, true
	switch q.Kind {
	case franka.Connect:
		a.Version = x.c.Link.Version
		if q.Version != x.c.Link.Version {
			a.Status = franka.IncompatibleLibraryVersion
		}
	case franka.Move:
		if a.Status = x.begin(q.Move); a.Status == franka.Success {
			return a, false
		}
	case franka.StopMove:
		if !x.run.on {
			return a, true
		}
		x.run.stopping = true
		x.breakOff()
		return a, false
	case franka.AutomaticErrorRecovery:
		if x.run.on {
			a.Status = franka.NotPossible
			return a, true
		}
		x.agreed, x.reflex = true, 0
		return x.pass(q) // whatever the newest state says: the motion's end is known before the robot's next state arrives
	case franka.LoadModelLibrary:
		a.Status = franka.Failed
	case franka.GetRobotModel:
		a.Data = box.Description(x.c.Link.Version)
	default:
		if x.run.on {
			a.Status = franka.NotPossible
			return a, true
		}
		return x.pass(q)
	}
	return a, done
}

// begin asks the interface for a motion; Success means that Outcome will have the answer.
func (x *Shadow) begin(m franka.MoveRequest) franka.Status {
	switch {
	case x.ctx == nil || x.run.on || x.reflex != 0 || !x.live || x.newest.Mode != franka.ModeIdle && x.newest.Mode != franka.ModeMove:
		return franka.NotPossible
	case m.Controller == franka.ExternalController || m.Generator == franka.GenerateNone:
		x.tell(remote.ErrTorque.Error())
		return franka.InvalidArgument
	case m.Generator < franka.GenerateJointPosition || m.Generator > franka.GenerateCartesianVelocity:
		return franka.InvalidArgument
	case m.Async && !x.leads(&m):
		return franka.InvalidArgument
	case !m.Path.Possible() || !m.Goal.Possible():
		return franka.InvalidArgument
	}
	ctx, cancel := context.WithCancel(x.ctx)
	acknowledge := x.agreed
	x.agreed = false
	x.run = run{
		Motion: box.Motion{Number: x.run.Number + 1, Generator: m.Generator, Controller: m.Controller},
		on:     true, queue: make(chan franka.Command, x.room()), cancel: cancel, async: m.Async, speed: m.MaxVelocity,
	}
	x.wg.Add(1)
	cfg := x.c.Link
	cfg.Scheme, cfg.Generator, cfg.Controller, cfg.Path, cfg.Goal = remote.Smooth{}, m.Generator, m.Controller, m.Path, m.Goal
	go x.move(ctx, cfg, x.run.Motion, x.run.queue, acknowledge)
	return franka.Success
}

// room is the greatest number of waiting client commands: twice those that the interface bridges. Beyond that the Shadow ends the
// motion.
func (x *Shadow) room() int { return 2 * max(missesMost, x.c.Link.StopAfter) }

// recovered waits for a state that is newer than the robot's recovery: with an older one the client's next Move would be refused.
func (x *Shadow) recovered(ctx context.Context) {
	ctx, done := context.WithCancel(ctx)
	defer done()
	rt.Every(ctx, time.Millisecond, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		if !x.live || x.newest.Mode != franka.ModeReflex && x.newest.Mode != franka.ModeRecovery {
			done()
		}
	})
}

// pass passes a request on to the robot.
func (x *Shadow) pass(q *franka.Request) (a franka.Response, done bool) {
	a = franka.Response{Kind: q.Kind, ID: q.ID, Status: franka.NotPossible}
	if x.ctx == nil {
		return a, true
	}
	request := *q
	x.wg.Add(1)
	go func(ctx context.Context) {
		defer x.wg.Done()
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		a, err := x.reader.Ask(ctx, &request)
		if err != nil {
			a.Status = franka.NotPossible
			x.tell(fmt.Sprintf("%v: %v", request.Kind, err))
		} else if request.Kind == franka.AutomaticErrorRecovery && a.Status == franka.Success {
			x.recovered(ctx)
		}
		x.mu.Lock()
		defer x.mu.Unlock()
		x.answers = append(x.answers, box.Outcome{Kind: request.Kind, Status: a.Status, Limit: a.Limit})
	}(x.ctx)
	return a, false
}
