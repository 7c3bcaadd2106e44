package programs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
	"github.com/sinew-robotics/sinew/bridge/serial"
	canbox "github.com/sinew-robotics/sinew/robot/cia402/box"
	servobox "github.com/sinew-robotics/sinew/robot/dynamixel/box"
)

type simDynamixel struct {
	IDs  string        `name:"ids" help:"Numbers of the servos, such as 1-6 or 1,3,7." default:"1-6" placeholder:"LIST"`
	Baud int           `help:"Baud rate that sets the time that bytes take." default:"1000000" range:"9600..4500000"`
	Link string        `help:"A name for the port, as a symbolic link that is removed at the end." placeholder:"PATH"`
	For  time.Duration `help:"End after this time; 0 runs until interrupted." placeholder:"TIME" range:"0s..8760h"`
	JSON bool          `name:"json" help:"Print the port as JSON."`
}

func (c *simDynamixel) Help() string {
	return "Servos of ROBOTIS' X series, protocol 2.0, behind a pseudo-terminal that programs open as their serial port. Runs on the wall clock.\n\n" +
		"Examples:\n  sinew sim dynamixel\n  sinew sim dynamixel --ids 1-6 --link arm"
}

// Run serves until it is interrupted.
func (c *simDynamixel) Run(ctx context.Context) error {
	ids, err := numbers(c.IDs, 252)
	if err != nil {
		return fmt.Errorf("--ids: %w", err)
	}
	l, err := servobox.NewLine(c.Baud, ids...)
	if err != nil {
		return err
	}
	end, path, err := serial.Pair()
	if err != nil {
		return err
	}
	defer end.Close()
	if c.Link != "" {
		if err := os.Symlink(path, c.Link); err != nil {
			return fmt.Errorf("--link: %w", err)
		}
		defer os.Remove(c.Link)
	}
	if c.JSON {
		err = json.NewEncoder(os.Stdout).Encode(map[string]any{"port": path, "baud": c.Baud, "ids": words(ids)})
	} else {
		_, err = fmt.Printf("%d servos at %s, %d baud\n", len(ids), path, c.Baud)
	}
	if err != nil {
		return err
	}
	ctx, stop := during(ctx, c.For)
	defer stop()
	return l.Serve(ctx, end)
}

type simCANopen struct {
	CAN   string        `name:"can" help:"SocketCAN interface, such as can0 or vcan0." required:"" placeholder:"NAME"`
	Nodes string        `help:"Numbers of the drives, such as 1-6 or 1,3,7." default:"1-6" placeholder:"LIST"`
	For   time.Duration `help:"End after this time; 0 runs until interrupted." placeholder:"TIME" range:"0s..8760h"`
}

func (c *simCANopen) Help() string {
	return "CiA 402 drives on a SocketCAN bus: `ip link add vcan0 type vcan; ip link set vcan0 up` makes one without hardware.\nRuns on the wall clock.\n\n" +
		"Examples:\n  sinew sim cia402 --can vcan0\n  sinew sim cia402 --can vcan0 --nodes 1-12"
}

// Run serves until it is interrupted.
func (c *simCANopen) Run(ctx context.Context) error {
	ids, err := numbers(c.Nodes, canopen.MaxNode)
	if err != nil {
		return fmt.Errorf("--nodes: %w", err)
	}
	bus, err := canopen.Open(c.CAN)
	if err != nil {
		return err
	}
	defer bus.Close()
	var drives []*canbox.Drive
	for _, id := range ids {
		d, err := canbox.New(id, canbox.Usual(), func(f *canopen.Frame) { _ = bus.Send(f) }) // a full queue loses frames, as a busy bus does
		if err != nil {
			return err
		}
		drives = append(drives, d)
	}
	fmt.Printf("%d drives on %s\n", len(drives), c.CAN)
	ctx, stop := during(ctx, c.For)
	defer stop()
	return canbox.Serve(ctx, bus, drives...)
}

// during returns ctx limited to a time; 0 means no limit.
func during(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d > 0 {
		return context.WithTimeout(ctx, d)
	}
	return context.WithCancel(ctx)
}

// numbers reads a list such as 1-3,7.
func numbers(list string, most int) (ids []uint8, err error) {
	for _, part := range strings.Split(list, ",") {
		low, high, ok := strings.Cut(part, "-")
		if !ok {
			high = low
		}
		a, err1 := strconv.Atoi(low)
		b, err2 := strconv.Atoi(high)
		if err1 != nil || err2 != nil || a < 1 || b < a || b > most {
			return nil, fmt.Errorf("%q: give numbers from 1 to %d, such as 1-6 or 1,3,7", part, most)
		}
		for i := a; i <= b; i++ {
			ids = append(ids, uint8(i))
		}
	}
	for i, x := range ids {
		for _, y := range ids[:i] {
			if x == y {
				err = errors.Join(err, fmt.Errorf("%d is there twice", x))
			}
		}
	}
	return ids, err
}

// words turns bytes, which JSON would write as text, into numbers.
func words(ids []uint8) (n []int) {
	for _, id := range ids {
		n = append(n, int(id))
	}
	return n
}
