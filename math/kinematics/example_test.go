package kinematics_test

import (
	"fmt"

	"github.com/sinew-robotics/sinew/math/kinematics"
)

// Two links of one metre in a plane: where is the tip, and which joint positions bring it there?
func Example() {
	u, err := kinematics.ParseURDF("planar.urdf", []byte(`<robot name="planar">
	  <link name="base"/><link name="upper"/><link name="lower"/><link name="tip"/>
	  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
	    <axis xyz="0 0 1"/><limit lower="-3" upper="3" velocity="2" effort="50"/></joint>
	  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/>
	    <origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="0" upper="3" velocity="2" effort="50"/></joint>
	  <joint name="end" type="fixed"><parent link="lower"/><child link="tip"/><origin xyz="1 0 0"/></joint>
	</robot>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	arm, err := u.Chain("base", "tip")
	if err != nil {
		fmt.Println(err)
		return
	}
	d, q := kinematics.NewData(arm), make([]float64, arm.N())
	tip := arm.FK(d, []float64{0.5, 1.2})
	fmt.Printf("tip at %.4f %.4f m\n", tip.P.X, tip.P.Y)
	r := arm.IK(d, tip, []float64{0.2, 0.7}, q, kinematics.IKOptions{})
	fmt.Printf("%v: %.4f rad\n", r.Status, q)
	// Output:
	// tip at 0.7487 1.4711 m
	// solved: [0.5000 1.2000] rad
}
