package franka

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/math/kinematics"
)

// fr3Links are mass, centre of mass and the inertia tensor about it (xx, xy, xz, yy, yz, zz) of the FR3's links 1 to 7
// (frankaemika/franka_description, robots/fr3/inertials.yaml).
func fr3Links() [Joints][10]float64 {
	return [Joints][10]float64{
		{2.9274653454, 4.128e-7, -0.0181251324, -0.0386035970, 0.0239273165, 1.33179e-5, -0.000114047749, 0.0224821613, -0.00199503206, 0.00635009826},
		{2.9355370338, 0.0031828864, -0.0743221644, 0.0088146084, 0.0419389463, 0.000202573315, 0.00407778423, 0.0251451489, -0.0042252158, 0.0617021447},
		{2.2449013699, 0.0407015686, -0.0048200565, -0.0289730823, 0.0241014255, 0.00240469456, -0.00285626927, 0.0197405327, -0.00210421268, 0.0190444945},
		{2.6155955791, -0.0459100965, 0.0630492960, -0.0085187868, 0.0345299832, 0.0132255227, 0.01015143, 0.0288816219, -0.000976283387, 0.0412547117},
		{2.3271207594, -0.0016039605, 0.0292536262, -0.0972965990, 0.0516102785, -0.00571517339, -0.00356731676, 0.0478772971, 0.0106739851, 0.0164236256},
		{1.8170376524, 0.0597131221, -0.0410294666, -0.0101692726, 0.00541233359, 0.00619345636, 0.00142192893, 0.0140583295, -0.00131401537, 0.0160808179},
		{0.6271432862, 0.0045225817, 0.0086261921, -0.0161633251, 0.000210923892, -2.4332991e-5, 4.56448039e-5, 0.00017718568, 8.74407022e-5, 5.9931906e-5},
	}
}

// FR3URDF returns the description of the FR3 without its hand: the Panda's kinematics and shapes with the FR3's names, masses and
// limits. The caller owns the slice.
func FR3URDF() []byte {
	text := strings.ReplaceAll(panda, "panda", "fr3")
	text = strings.Replace(text, "Franka Emika Panda (FER)", "Franka Research 3", 1)
	l := FR3Limits()
	for i, n := range fr3Links() {
		text = swap(text, fmt.Sprintf(`<link name="fr3_link%d">`, i+1), "<inertial>", "</inertial>", fmt.Sprintf(
			`<origin xyz="%g %g %g" rpy="0 0 0"/><mass value="%g"/>`+
				`<inertia ixx="%g" ixy="%g" ixz="%g" iyy="%g" iyz="%g" izz="%g"/>`, n[1], n[2], n[3], n[0], n[4], n[5], n[6], n[7], n[8], n[9]))
		j := &l.Joints[i]
		text = swap(text, fmt.Sprintf(`<joint name="fr3_joint%d"`, i+1), "<limit ", "/>", fmt.Sprintf(
			`lower="%g" upper="%g" velocity="%g" effort="%g"`, j.Lower, j.Upper, j.V, l.Torque[i]))
	}
	return []byte(text)
}

// FR3Described is the robot's own answer to GetRobotModel: links and joints have no prefix, joint ranges are those used for
// computing the velocity bounds, and the coefficients of those bounds are included (from libfranka 0.18 on).
func FR3Described() []byte {
	text := strings.ReplaceAll(string(FR3URDF()), `"fr3_`, `"`)
	l := FR3Limits()
	for i, b := range l.Brake {
		mark := fmt.Sprintf(`<joint name="joint%d"`, i+1)
		text = swap(text, mark, "<limit ", "/>", fmt.Sprintf(`lower="%g" upper="%g" velocity="%g" effort="%g"/>`+
			`<position_based_velocity_limits velocity_offset="%g" deceleration_limit="%g"`, b.Lower, b.Upper, l.Joints[i].V, l.Torque[i], b.Offset, b.Deceleration/2))
	}
	return []byte(text)
}

// swap replaces the text between the first begin and end after a mark.
func swap(text, mark, begin, end, other string) string {
	head, tail, _ := strings.Cut(text, mark)
	before, rest, _ := strings.Cut(tail, begin)
	_, after, _ := strings.Cut(rest, end)
	return head + mark + before + begin + other + end + after
}

// FR3Model returns the arm from fr3_link0, its base, to fr3_link8, its flange: seven joints, no load.
func FR3Model() (*kinematics.Chain, error) { return fr3Chain() }
