package hw

import (
	"errors"
	"fmt"
	"slices"
)

// Claims gives each command handle of a set of drivers one owner at a time. It is not safe for concurrent use.
type Claims struct {
	handles []claimed
}

type claimed struct {
	name  string // driver/handle
	group string // driver/group
	owner string // "" for none
}

// ErrConflict says that a command is taken.
var ErrConflict = errors.New("hw: command already claimed")

// NewClaims lists the command handles of drivers. Two drivers with the same name are an error.
func NewClaims(drivers ...Info) (*Claims, error) {
	c := &Claims{}
	var names []string
	for _, d := range drivers {
		if err := d.Validate(); err != nil {
			return nil, err
		}
		if slices.Contains(names, d.Name) {
			return nil, fmt.Errorf("hw: two drivers are called %q: give each a name of its own", d.Name)
		}
		names = append(names, d.Name)
		for _, g := range d.Groups {
			for _, h := range g.Command {
				c.handles = append(c.handles, claimed{name: d.Name + "/" + h.Name, group: d.Name + "/" + g.Name})
			}
		}
	}
	return c, nil
}

// Claim gives handles, written "driver/joint1/position", to owner: all of them or none. The error lists every handle
// that does not exist, that another owner has, or that belongs to a driver which another owner commands through another
// group; it names both claimants.
func (c *Claims) Claim(owner string, handles ...string) error {
	var faults []error
	if owner == "" {
		faults = append(faults, errors.New("hw: a claim needs an owner's name"))
	}
	for _, h := range handles {
		i := c.find(h)
		if i < 0 {
			faults = append(faults, fmt.Errorf("hw: %s claims %s, which no driver has", owner, h))
			continue
		}
		if other := c.rival(i, owner); other >= 0 {
			o := &c.handles[other]
			faults = append(faults, fmt.Errorf("%w: %s wants %s, %s holds %s: release one first", ErrConflict, owner, h, o.owner, o.name))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	for _, h := range handles {
		c.handles[c.find(h)].owner = owner
	}
	return nil
}

// rival finds another owner's claim that excludes owner's claim of handle i: on the handle itself, or on a handle of
// another group of the same driver. It returns −1 if there is no such claim.
func (c *Claims) rival(i int, owner string) int {
	h := &c.handles[i]
	if h.owner != "" && h.owner != owner {
		return i
	}
	for k := range c.handles {
		o := &c.handles[k]
		if o.owner != "" && o.owner != owner && o.group != h.group && driverOf(o.group) == driverOf(h.group) {
			return k
		}
	}
	return -1
}

func driverOf(group string) string {
	for i := range len(group) {
		if group[i] == '/' {
			return group[:i]
		}
	}
	return group
}

func (c *Claims) find(name string) int {
	return slices.IndexFunc(c.handles, func(h claimed) bool { return h.name == name })
}

// Owner returns the owner of a handle, "" for none.
func (c *Claims) Owner(handle string) string {
	if i := c.find(handle); i >= 0 {
		return c.handles[i].owner
	}
	return ""
}

// Release gives up all claims of owner.
func (c *Claims) Release(owner string) {
	for i := range c.handles {
		if c.handles[i].owner == owner {
			c.handles[i].owner = ""
		}
	}
}
