package chart_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/model/chart"
)

// gripper is the example of docs/charts.md.
func gripper(force float64) error {
	model := &chart.Model{Name: "gripper", Root: chart.State("",
		chart.State("open"),
		chart.State("closed").OnEntry(func(*chart.Call) error {
			fmt.Println("gripping")
			return nil
		}),
		chart.Trans("initial", "open"),
		chart.Trans("open", "closed", "e_close").If(func(*chart.Call) (bool, error) { return force < 10, nil }),
		chart.Trans("closed", "open", "e_open", "e_error@root.closed"),
	)}
	m, err := chart.New(model, nil, chart.Config{})
	if err != nil {
		return err
	}
	m.Run()
	err = m.SendName("e_close")
	m.Run()
	fmt.Println(m.Path(m.Leaf()))
	return err
}

func ExampleNew() {
	if err := gripper(3); err != nil {
		fmt.Println(err)
	}
	// Output:
	// gripping
	// root.closed
}
