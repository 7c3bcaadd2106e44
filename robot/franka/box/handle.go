package box

import "github.com/sinew-robotics/sinew/robot/franka"

// Handle carries out a request that came by TCP and returns the response. If done is false, Outcome will return the
// answer. MotionStarted answers an accepted Move now, and an Outcome once more. The holder of the connection
// handles Connect; here it is answered with the version.
func (r *Robot) Handle(q *franka.Request) (a franka.Response, done bool) {
	a, done = franka.Response{Kind: q.Kind, ID: q.ID}, true
	switch q.Kind {
	case franka.Connect:
		a.Version = r.cfg.Version
		if q.Version != r.cfg.Version {
			a.Status = franka.IncompatibleLibraryVersion
		}
	case franka.Move:
		a.Status = r.Move(q.Move)
	case franka.StopMove:
		a.Status, done = r.Stop()
	case franka.AutomaticErrorRecovery:
		a.Status, done = r.Recover()
	case franka.GetCartesianLimit:
		a.Limit, a.Status = r.Limit(q.Limit)
	case franka.LoadModelLibrary:
		a.Status = franka.Failed // ServerConfig.Library provides one, if set
	case franka.GetRobotModel:
		a.Data = describedBy(r.cfg.Arm)
	default:
		a.Status = r.configure(q)
	}
	return a, done
}

// configure carries out the setters.
func (r *Robot) configure(q *franka.Request) franka.Status {
	switch q.Kind {
	case franka.SetCollisionBehavior:
		return r.SetCollisionBehavior(q.Collision)
	case franka.SetJointImpedance:
		return r.SetJointImpedance(q.JointImpedance)
	case franka.SetCartesianImpedance:
		return r.SetCartesianImpedance(q.CartesianImpedance)
	case franka.SetGuidingMode:
		return r.SetGuidingMode(q.Guiding)
	case franka.SetEEToK:
		return r.SetEEToK(q.Frame)
	case franka.SetNEToEE:
		return r.SetNEToEE(q.Frame)
	case franka.SetLoad:
		return r.SetLoad(q.Load)
	case franka.SetFilters:
		return r.SetFilters(q.Filters)
	}
	return franka.NotPossible
}
