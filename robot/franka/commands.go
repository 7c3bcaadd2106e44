package franka

import (
	"context"
	"fmt"
)

// CommandError says that the robot refused or gave up a command.
type CommandError struct {
	Kind   Kind
	Status Status
}

// Error states both.
func (e CommandError) Error() string { return fmt.Sprintf("franka: %v: %v", e.Kind, e.Status) }

// call sends r, waits for the response and turns a status that is not Success into a CommandError.
func (c *Client) call(ctx context.Context, r *Request) (Response, error) {
	a, err := c.Ask(ctx, r)
	if err == nil && a.Status != Success {
		err = CommandError{r.Kind, a.Status}
	}
	return a, err
}

// Ask sends a request of any kind but Connect and Move and returns the robot's response, whatever its status. Usually the
// methods below are sufficient.
func (c *Client) Ask(ctx context.Context, r *Request) (Response, error) {
	if r.Kind == Connect || r.Kind == Move {
		return Response{}, fmt.Errorf("franka: %v cannot be asked by itself: Dial and Control send it", r.Kind)
	}
	a, err := c.tcp.call(ctx, r)
	c.asked.Store(true)
	switch {
	case err != nil:
		return a, fmt.Errorf("franka: %v: %w", r.Kind, err)
	case a.Kind != r.Kind:
		return a, fmt.Errorf("%w: %v answered to %v", ErrMessage, a.Kind, r.Kind)
	}
	return a, nil
}

func (c *Client) set(ctx context.Context, r *Request) error {
	_, err := c.call(ctx, r)
	return err
}

// SetCollisionBehavior sets the thresholds of contact and reflex.
func (c *Client) SetCollisionBehavior(ctx context.Context, b CollisionBehavior) error {
	return c.set(ctx, &Request{Kind: SetCollisionBehavior, Collision: b})
}

// SetJointImpedance sets the stiffness of the robot's joint impedance controller, Nm/rad.
func (c *Client) SetJointImpedance(ctx context.Context, k [Joints]float64) error {
	return c.set(ctx, &Request{Kind: SetJointImpedance, JointImpedance: k})
}

// SetCartesianImpedance sets the stiffness of the robot's Cartesian impedance controller: three N/m, three Nm/rad.
func (c *Client) SetCartesianImpedance(ctx context.Context, k [6]float64) error {
	return c.set(ctx, &Request{Kind: SetCartesianImpedance, CartesianImpedance: k})
}

// SetGuidingMode selects the directions that hand guiding leaves free.
func (c *Client) SetGuidingMode(ctx context.Context, g GuidingMode) error {
	return c.set(ctx, &Request{Kind: SetGuidingMode, Guiding: g})
}

// SetEEToK sets the stiffness frame K in the end effector's frame.
func (c *Client) SetEEToK(ctx context.Context, p Pose) error {
	return c.set(ctx, &Request{Kind: SetEEToK, Frame: p})
}

// SetNEToEE sets the end effector's frame in the nominal end effector's frame; in version 3, in the flange's.
func (c *Client) SetNEToEE(ctx context.Context, p Pose) error {
	return c.set(ctx, &Request{Kind: SetNEToEE, Frame: p})
}

// SetLoad sets the load that the robot carries.
func (c *Client) SetLoad(ctx context.Context, l Load) error {
	return c.set(ctx, &Request{Kind: SetLoad, Load: l})
}

// SetFilters sets the robot's own filters; only up to version 5.
func (c *Client) SetFilters(ctx context.Context, f Filters) error {
	return c.set(ctx, &Request{Kind: SetFilters, Filters: f})
}

// CartesianLimit returns a virtual wall of the robot by its number; only up to version 5.
func (c *Client) CartesianLimit(ctx context.Context, id int32) (CartesianLimit, error) {
	r, err := c.call(ctx, &Request{Kind: GetCartesianLimit, Limit: id})
	return r.Limit, err
}

// LoadModelLibrary returns the robot's model as a shared object for a machine. Dynamics does not need it.
func (c *Client) LoadModelLibrary(ctx context.Context, l Library) ([]byte, error) {
	r, err := c.call(ctx, &Request{Kind: LoadModelLibrary, Library: l})
	return r.Data, err
}

// RobotModel returns the robot's own description, a URDF; from version 8 on.
func (c *Client) RobotModel(ctx context.Context) ([]byte, error) {
	r, err := c.call(ctx, &Request{Kind: GetRobotModel})
	return r.Data, err
}

// Recover clears the errors that stopped a motion, if the robot can do so automatically.
func (c *Client) Recover(ctx context.Context) error {
	return c.set(ctx, &Request{Kind: AutomaticErrorRecovery})
}

// Stop ends the running motion; its control call returns a ControlError with Preempted.
func (c *Client) Stop(ctx context.Context) error { return c.set(ctx, &Request{Kind: StopMove}) }
