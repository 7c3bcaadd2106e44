package atoms

import (
	"os"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
)

// edit is a wrong edit of the example, and the faults that it leads to, with line and column.
type edit struct {
	name, old, new string
	faults         []string
}

// TestEdits edits the example as people do by mistake: each edit is told where it is, with what to do, and nothing that
// only follows from it.
func TestEdits(t *testing.T) {
	text, err := os.ReadFile(examples + "heading.atoms.yaml")
	if err != nil {
		t.Fatal(err)
	}
	read := func(t *testing.T, src string) (got []string) {
		t.Helper()
		d, _ := ReadDocument("h.atoms.yaml", []byte(src), Options{Library: Standard()})
		for _, f := range checked(d) {
			got = append(got, strings.TrimPrefix(f.Error(), "h.atoms.yaml:"))
		}
		return got
	}
	for k, e := range append(edits(), moreEdits()...) {
		t.Run(e.name, func(t *testing.T) {
			if strings.Count(string(text), e.old) != 1 {
				t.Fatalf("the example does not have %q once", e.old)
			}
			src := strings.Replace(string(text), e.old, e.new, 1)
			if k%4 == 0 { // the same with the line ends of Windows
				src = strings.ReplaceAll(src, "\n", "\r\n")
			}
			if d := diff.Diff(e.faults, read(t, src)); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
	for name, src := range map[string]string{"byte order mark": "\ufeff" + string(text), "Windows": strings.ReplaceAll(string(text), "\n", "\r\n")} {
		if got := read(t, src); got != nil {
			t.Errorf("%s: %q", name, got)
		}
	}
	for src, want := range map[string]string{
		"": "1:1: h: there is nothing in this file", "# none\n": "1:1: h: there is nothing in this file", "- a\n": "1:1: h: a model is not written as keys",
		"model: x\ninstances:\n": "there are no instances", "model: \xff": "1:8: h: this is no text in UTF-8", "\x7fELF\x00": "1:5: h: this is no text in UTF-8",
		strings.Repeat("#\n", 5<<20): "the text is too long",
	} {
		if got := read(t, src); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%.20q: %q, not %q", src, got, want)
		}
	}
	for _, name := range []string{t.TempDir(), "gone.atoms.yaml"} {
		if _, f := Load(name, nil); len(f) != 1 || f[0].Code != "file" || f[0].Line != 1 {
			t.Errorf("%s: %v", name, f)
		}
	}
}

// edits are those of one place.
func edits() []edit {
	return []edit{
		{"key-model", "model: rov_heading\n", "modell: rov_heading\n", []string{"10:1: h: a model has no key \"modell\"; did you mean model? (key)"}},
		{"key-product", "    every: 5 ms .. 50 ms\n    worst: 1 ms\n    products:\n", "    every: 5 ms .. 50 ms\n    worst: 1 ms\n    product:\n", []string{"93:3: instances.IMU: it is not said what IMU is; add \"is: NAME\" of a definition or a library Atom, or needs and products (definition)", "97:5: instances.IMU: an instance has no key \"product\"; did you mean products? (key)"}},
		{"key-worst", "    every: 5 ms .. 50 ms\n    worst: 1 ms\n", "    every: 5 ms .. 50 ms\n    wost: 1 ms\n", []string{"96:5: instances.IMU: an instance has no key \"wost\"; did you mean worst? (key)"}},
		{"type", "      roll: Angle IMU x in -200 deg .. 200 deg\n", "      roll: Angel IMU x in -200 deg .. 200 deg\n", []string{"98:7: IMU.roll: it has no type; give it one, such as Angle (type)", "98:13: instances.IMU.products.roll: there is no type \"Angel\"; did you mean Angle? (type)"}},
		{"type-lower", "      roll: Angle IMU x in -200 deg .. 200 deg\n", "      roll: angle IMU x in -200 deg .. 200 deg\n", []string{"98:7: IMU.roll: it has no type; give it one, such as Angle (type)", "98:13: instances.IMU.products.roll: there is no type \"angle\"; did you mean Angle? (type)"}},
		{"frame", "      roll: Angle IMU x in -200 deg .. 200 deg\n", "      roll: Angle IMUU x in -200 deg .. 200 deg\n", []string{"98:19: rov_heading: there is no frame IMUU; did you mean IMU? (frame)"}},
		{"axis", "      yaw: Angle IMU z in -200 deg .. 200 deg frozen 2 s\n", "      yaw: Angle IMU Z in -200 deg .. 200 deg frozen 2 s\n", []string{"100:22: instances.IMU.products.yaw: there is no axis \"Z\"; did you mean z? (axis)"}},
		{"axis-swap", "      yaw: Angle IMU z in -200 deg .. 200 deg frozen 2 s\n", "      yaw: Angle z IMU in -200 deg .. 200 deg frozen 2 s\n", []string{"100:18: rov_heading: there is no frame z; z is an axis: say type, frame and axis, in this order (frame)", "100:20: instances.IMU.products.yaw: there is no axis \"IMU\"; give x, y, z, xy, yz, xz, or $name for a parameter (axis)"}},
		{"unit", "      roll: Angle IMU x in -200 deg .. 200 deg\n", "      roll: Angle IMU x in -200 degs .. 200 deg\n", []string{"98:28: instances.IMU.products.roll: \"degs\" is no unit of Angle: give -200 rad, -200 deg, -200 turn or -200 mrad (value)"}},
		{"unit-missing", "      k1: Frequency = 10 Hz\n", "      k1: Frequency = 10\n", []string{"166:23: instances.ExpertiseYawControl.products.k1: 10 of what? Give it a unit: 10 Hz, 10 kHz or 10 1/s (value)"}},
		{"unit-wrong", "      k1: Frequency = 10 Hz\n", "      k1: Frequency = 10 rad\n", []string{"166:23: instances.ExpertiseYawControl.products.k1: \"rad\" is no unit of Frequency: give 10 Hz, 10 kHz or 10 1/s (value)"}},
		{"unit-case", "      k1: Frequency = 10 Hz\n", "      k1: Frequency = 10 hz\n", []string{"166:23: instances.ExpertiseYawControl.products.k1: \"hz\" is no unit of Frequency: give 10 Hz, 10 kHz or 10 1/s (value)"}},
		{"comma", "      mount_roll: 0.05 rad\n", "      mount_roll: 0,05 rad\n", []string{"125:19: ExpertiseIMU: \"0,05 rad\" has a comma in its number; write 0.05 rad (value)"}},
		{"time-rev", "    driver: rov.imu\n    every: 5 ms .. 50 ms\n", "    driver: rov.imu\n    every: 50 ms .. 5 ms\n", []string{"95:12: instances.IMU.every: \"50 ms .. 5 ms\" ends before it starts (time)"}},
		{"time-ellipsis", "    driver: rov.imu\n    every: 5 ms .. 50 ms\n", "    driver: rov.imu\n    every: 5 ms ... 50 ms\n", []string{"95:12: instances.IMU.every: \"5 ms ... 50 ms\" is no set of periods; write two times with .. between them: 5 ms .. 50 ms (time)"}},
		{"time-dash", "    driver: rov.imu\n    every: 5 ms .. 50 ms\n", "    driver: rov.imu\n    every: 5-50 ms\n", []string{"95:12: instances.IMU.every: \"5-50 ms\" is no set of periods; write two times with .. between them: 5 ms .. 50 ms (time)"}},
		{"indent-in", "  Loch:\n", "   Loch:\n", []string{"104:4: h: this is no YAML: value is not allowed in this context; it is indented by 3, what it could belong to by 2 (line 93) or 4 (line 97) (syntax)"}},
		{"indent-out", "  Loch:\n", "Loch:\n", []string{"112:3: h: this is no YAML: value is not allowed in this context; it is indented by 2, what it could belong to by 0 (line 104) or 4 (line 108) (syntax)"}},
		{"indent-key", "    every: 5 ms .. 200 ms\n", "   every: 5 ms .. 200 ms\n", []string{"106:4: h: this is no YAML: value is not allowed in this context; it is indented by 3, what it could belong to by 2 (line 104) or 4 (line 105) (syntax)"}},
		{"indent-key2", "    every: 5 ms .. 200 ms\n", "      every: 5 ms .. 200 ms\n", []string{"106:7: h: this is no YAML: mapping value is not allowed in this context; it is indented further than line 105, which has a value already (syntax)"}},
		{"tab", "    driver: rov.loch\n", "\tdriver: rov.loch\n", []string{"105:1: h: this is no YAML: found character '\t' that cannot start any token; indent with spaces, not with tabs (syntax)"}},
		{"tab2", "    driver: rov.loch\n", "  \tdriver: rov.loch\n", []string{"105:3: h: this is no YAML: found character '\t' that cannot start any token; indent with spaces, not with tabs (syntax)"}},
		{"dup-key", "    driver: rov.loch\n", "    driver: rov.loch\n    driver: rov.loch\n", []string{"106:5: instances.Loch: driver is here a second time: it stands in line 105 already; remove one of the two (duplicate)"}},
		{"dup-inst", "  Depth:\n", "  Loch:\n", []string{"112:3: instances: Loch is here a second time: it stands in line 104 already; remove one of the two (duplicate)", "287:5: links: there is no instance Depth; the instances are IMU, Loch, ExpertiseIMU, ExpertiseLoch, FrameShiftIMU, FrameShiftLoch, RobotSpeedsBody, FrameShiftWorld, RobotSpeedsWorld, RobotPose, Operator, ExpertiseYawControl and 12 more (name)", "318:28: compositions: there is no instance Depth; the instances are IMU, Loch, ExpertiseIMU, ExpertiseLoch, FrameShiftIMU, FrameShiftLoch, RobotSpeedsBody, FrameShiftWorld, RobotSpeedsWorld, RobotPose, Operator, ExpertiseYawControl and 12 more (name)"}},
		{"arrow1", "  - Depth.z -> RobotPose.z_in\n", "  - Depth.z => RobotPose.z_in\n", []string{"287:5: links: \"Depth.z => RobotPose.z_in\" is no link; write product -> need: IMU.psi -> Shift.psi; here perhaps Depth.z -> RobotPose.z_in (link)"}},
		{"arrow2", "  - Depth.z -> RobotPose.z_in\n", "  - RobotPose.z_in <- Depth.z\n", []string{"287:5: links: \"RobotPose.z_in <- Depth.z\" is no link; the arrow points to the need: product -> need; here perhaps Depth.z -> RobotPose.z_in (link)"}},
		{"arrow3", "  - Depth.z -> RobotPose.z_in\n", "  - Depth.z → RobotPose.z_in\n", []string{"287:5: links: \"Depth.z → RobotPose.z_in\" is no link; write product -> need: IMU.psi -> Shift.psi; here perhaps Depth.z -> RobotPose.z_in (link)"}},
		{"arrow4", "  - Depth.z -> RobotPose.z_in\n", "  - RobotPose.z_in -> Depth.z\n", []string{"287:5: Depth.z: a link goes from a Product to a Need: this one goes from RobotPose.z_in to Depth.z; turn it round (direction)"}},
		{"arrow5", "  - Depth.z -> RobotPose.z_in\n", "  - Depth.z --> RobotPose.z_in\n", []string{"287:5: links: \"Depth.z --> RobotPose.z_in\" is no link; write product -> need: IMU.psi -> Shift.psi; here perhaps Depth.z -> RobotPose.z_in (link)"}},
		{"arrow6", "  - Depth.z -> RobotPose.z_in\n", "  - Depth.z: RobotPose.z_in\n", []string{"287:5: links: \"Depth.z: RobotPose.z_in\" is no link; write product -> need: IMU.psi -> Shift.psi; here perhaps Depth.z -> RobotPose.z_in (link)"}},
		{"arrow7", "  - Depth.z -> RobotPose.z_in\n", "  Depth.z -> RobotPose.z_in\n", []string{"287:3: h: this is no YAML: value is not allowed in this context; a key, a colon and a space before its value; what is within it is indented further (syntax)"}},
		{"link-name", "  - Depth.z -> RobotPose.z_in\n", "  - Deph.z -> RobotPose.z_in\n", []string{"287:5: links: there is no instance Deph; did you mean Depth? (name)"}},
		{"link-case", "  - Depth.z -> RobotPose.z_in\n", "  - depth.z -> RobotPose.z_in\n", []string{"287:5: links: there is no instance depth; did you mean Depth? (name)"}},
		{"link-elem", "  - Depth.z -> RobotPose.z_in\n", "  - Depth.z -> RobotPose.z_inn\n", []string{"287:16: RobotPose: RobotPose has no need z_inn; did you mean z_in? (name)"}},
		{"link-inside", "  - Depth.z -> RobotPose.z_in\n", "  - Depth.z -> RobotPose.attitude.phi\n", []string{"67:7: RobotPose.z_in: no Product is linked to this Need; of [Length, WORLD, z] there is Depth.z (missing)", "287:5: RobotPose.attitude.phi: RobotPose.attitude.phi is a Product, and takes nothing; link to a Need (direction)"}},
		{"link-count", "  - FrameShiftIMU.(p, q, r) -> FrameShiftLoch.(p, q, r)\n", "  - FrameShiftIMU.(p, q) -> FrameShiftLoch.(p, q, r)\n", []string{"279:5: links: 2 on the left and 3 on the right do not pair; one product goes to any number of needs; several go one by one, or to instances by their names (link)"}},
		{"link-missing", "  - Depth.z -> RobotPose.z_in\n", "\n", []string{"67:7: RobotPose.z_in: no Product is linked to this Need; of [Length, WORLD, z] there is Depth.z (missing)"}},
		{"link-double", "  - Depth.z -> RobotPose.z_in\n", "  - Depth.z -> RobotPose.z_in\n  - Depth.z -> RobotPose.z_in\n", []string{"288:5: RobotPose.z_in: it is linked to Depth.z already, at h.atoms.yaml:287:5, and a second time to Depth.z; a Need has one link: leave one of them out, or combine the two in an Atom (fan-in)"}},
	}
}

// moreEdits are others.
func moreEdits() []edit {
	return []edit{
		{"with-missing", "    {is: DynamicAngleControl, with: {frame: WORLD, axis: z}, every: 10 ms .. 60 ms, worst: 100 us}\n", "    {is: DynamicAngleControl, every: 10 ms .. 60 ms, worst: 100 us}\n", []string{"197:3: DynamicAngleControl.$frame: interface parameter frame of DynamicAngleControl has no value; value it: frame = WORLD, or whichever frame is meant (parameter)", "197:3: DynamicAngleControl.$axis: interface parameter axis of DynamicAngleControl has no value; value it: axis = z, or whichever axis is meant (parameter)"}},
		{"with-half", "    {is: DynamicAngleControl, with: {frame: WORLD, axis: z}, every: 10 ms .. 60 ms, worst: 100 us}\n", "    {is: DynamicAngleControl, with: {axis: z}, every: 10 ms .. 60 ms, worst: 100 us}\n", []string{"197:3: DynamicAngleControl.$frame: interface parameter frame of DynamicAngleControl has no value; value it: frame = WORLD, or whichever frame is meant (parameter)"}},
		{"with-typo", "    {is: DynamicAngleControl, with: {frame: WORLD, axis: z}, every: 10 ms .. 60 ms, worst: 100 us}\n", "    {is: DynamicAngleControl, with: {frame: WORLD, axsi: z}, every: 10 ms .. 60 ms, worst: 100 us}\n", []string{"198:52: DynamicAngleControl: DynamicAngleControl has no interface parameter axsi; did you mean axis? (parameter)"}},
		{"with-list", "    {is: DynamicAngleControl, with: {frame: WORLD, axis: z}, every: 10 ms .. 60 ms, worst: 100 us}\n", "    {is: DynamicAngleControl, with: [WORLD, z], every: 10 ms .. 60 ms, worst: 100 us}\n", []string{"198:37: instances.DynamicAngleControl.with: with is not written as keys with values; write \"key: value\", a line each (syntax)"}},
		{"is-typo", "    {is: DynamicAngleControl, with: {frame: WORLD, axis: z}, every: 10 ms .. 60 ms, worst: 100 us}\n", "    {is: DynamicAngelControl, with: {frame: WORLD, axis: z}, every: 10 ms .. 60 ms, worst: 100 us}\n", []string{"198:10: DynamicAngleControl: there is no definition or library Atom DynamicAngelControl; did you mean DynamicAngleControl? (name)"}},
		{"brace", "  RobotSpeedsBody: {is: RobotSpeeds, with: {frame: ROBOT}}\n", "  RobotSpeedsBody: {is: RobotSpeeds, with: {frame: ROBOT}\n", []string{"148:20: h: this { is not closed; close it, or put quotes around the whole value (syntax)"}},
		{"bracket", "      e: [Angle, $frame, $axis]\n", "      e: [Angle, $frame, $axis\n", []string{"29:10: h: this [ is not closed; close it, or put quotes around the whole value (syntax)"}},
		{"quote", "    physics: acc = acc_des + k1*de + k2*e\n", "    physics: \"acc = acc_des + k1*de + k2*e\n", []string{"36:14: h: this text in quotes ends in line 91; is its closing quote missing? (syntax)"}},
		{"colon", "  Depth:\n", "  Depth\n", []string{"112:3: h: this is no YAML: non-map value is specified; a key, a colon and a space before its value; what is within it is indented further (syntax)"}},
		{"colonspace", "    driver: rov.depth\n", "    driver:rov.depth\n", []string{"113:5: h: this is no YAML: unexpected key name; a key, a colon and a space before its value; what is within it is indented further (syntax)"}},
		{"anchor", "    every: 5 ms .. 100 ms\n", "    every: &e 5 ms .. 100 ms\n", []string{"114:12: instances.Depth.every: anchors, aliases and tags are not read here; write the value out, or in quotes (syntax)"}},
		{"alias", "    every: 5 ms .. 100 ms\n", "    every: *e\n", []string{"114:12: instances.Depth.every: anchors, aliases and tags are not read here; write the value out, or in quotes (syntax)"}},
		{"merge", "  Depth:\n", "  Depth:\n    <<: *base\n", []string{"113:5: instances.Depth: << is not read here; write the keys out (syntax)"}},
		{"tag", "    driver: rov.depth\n", "    driver: !!str rov.depth\n", []string{"113:13: instances.Depth.driver: anchors, aliases and tags are not read here; write the value out, or in quotes (syntax)"}},
		{"nbsp", "    driver: rov.depth\n", "    driver:\u00a0rov.depth\n", []string{"113:12: h: this is no YAML: unexpected key name; this is a no-break space: type a plain one (syntax)"}},
		{"expr-typo", "    physics: acc = acc_des + k1*de + k2*e\n", "    physics: acc = acc_des + k1*de + k3*e\n", []string{"36:38: define.DynamicAngleControl.physics: k3 is not known here; did you mean k1? (expression)"}},
		{"expr-dim", "    physics: acc = acc_des + k1*de + k2*e\n", "    physics: acc = acc_des + k1*de + k1*e\n", []string{"36:36: define.DynamicAngleControl.physics: 1/s (AngularSpeed, Frequency) cannot be added to 1/s² (AngularAcceleration, FrequencySquared); a factor of 1/s (AngularSpeed, Frequency) is missing (expression)"}},
		{"expr-eq", "    physics: acc = acc_des + k1*de + k2*e\n", "    physics: acc = acc_des + k1 de + k2*e\n", []string{"36:33: define.DynamicAngleControl.physics: \"de\" does not belong here; write an operator between two values, such as * (expression)"}},
		{"expr-colon", "    physics: acc = acc_des + k1*de + k2*e\n", "    physics: acc = acc_des > 0: 1\n", []string{"36:14: h: this is no YAML: mapping value is not allowed in this context; a value with \": \" in it needs quotes, or | and lines of its own below (syntax)"}},
		{"expr-hash", "    physics: acc = acc_des + k1*de + k2*e\n", "    physics: acc # = acc_des\n", []string{"36:14: define.DynamicAngleControl.physics: a statement begins with a name and =, not with \"acc\"; write \"acc = acc_des + K1*de\" (expression)", "36:14: define.DynamicAngleControl.physics: the product acc is never assigned (expression)"}},
		{"update", "  ExpertiseIMU:\n    is: Mounting\n    with: {robot: ROBOT}\n    update: constant\n", "  ExpertiseIMU:\n    is: Mounting\n    with: {robot: ROBOT}\n    update: contant\n", []string{"123:13: instances.ExpertiseIMU.update: \"contant\" is no update; a Physics is constant, sporadic or periodic (constraint)"}},
		{"value-name", "      mount_roll: 0.05 rad\n", "      mount_rol: 0.05 rad\n", []string{"125:7: ExpertiseIMU: Mounting has no mount_rol among its products; did you mean mount_roll? (name)"}},
		{"value-len", "      forward: [40 N, 40 N, 40 N, 40 N, 40 N, 40 N]\n", "      forward: [40 N, 40 N, 40 N, 40 N, 40 N, 40 N, 40 N]\n", []string{"268:7: ExpertiseThrusters: there are 7 values for forward, which has 6 elements; give one for each (value)"}},
		{"value-short", "      forward: [40 N, 40 N, 40 N, 40 N, 40 N, 40 N]\n", "      forward: [40 N, 40 N, 40 N, 40 N, 40 N]\n", []string{"268:7: ExpertiseThrusters: there are 5 values for forward, which has 6 elements; give one for each (value)"}},
		{"value-bool", "      control_r: true\n", "      control_r: yes\n", []string{"217:18: ExpertiseDynamics: \"yes\" is no Boolean: give true or false (value)"}},
		{"value-out", "      k1: Frequency = 10 Hz\n", "      k1: Frequency = 10 Hz in 0 Hz .. 5 Hz\n", []string{"163:3: ExpertiseYawControl.k1: 10 Hz is out of its valid range; change the one or the other (value)", "166:7: ExpertiseYawControl.k1: its initial value is out of its valid range; change the one or the other (value)"}},
		{"range-rev", "      z: Length WORLD z in -5 m .. 200 m\n", "      z: Length WORLD z in 200 m .. -5 m\n", []string{"117:7: Depth.z: no value is in its valid range; say the smaller end first (value)"}},
		{"period", "    period: 25 ms\n", "    period: 251 ms\n", []string{"316:13: C1: C1 is asked to run every 251 ms, and T_exe(C1) = [5.1 ms, 50 ms]: IMU allows [5 ms, 50 ms]; ask for a period in T_exe (period)"}},
		{"period-unit", "    period: 25 ms\n", "    period: 25\n", []string{"316:13: compositions.period: \"25\" is no time with a unit: give something like 25 ms (time)"}},
		{"loop-typo", "      Sensors: [IMU, Loch, Depth]\n", "      Sensors: [IMUU, Loch, Depth]\n", []string{"318:17: compositions: there is no instance IMUU; did you mean IMU? (name)"}},
		{"loop-word", "      Sensors: [IMU, Loch, Depth]\n", "      Sensors: IMU Loch Depth\n", []string{"318:16: compositions: there is no instance IMU Loch Depth; several are a list, with commas: [IMU, Loch] (name)"}},
		{"loop-forgot", "      Actuators: [Actuators]\n", "      Actuators: []\n", []string{"321:7: compositions: nothing runs in the loop Actuators; say which instances do, or leave the loop out (loop)"}},
		{"cores", "cores: 1\n", "cores: one\n", []string{"12:8: cores: \"one\" is no number of cores; give a whole number from 1 to 1024 (value)"}},
		{"vehicle", "vehicle: jack\n", "vehicle: [jack]\n", []string{"11:10: vehicle: a word, a number or a text is needed here (syntax)"}},
		{"instlist", "  RobotPose: RobotPose\n", "  - RobotPose: RobotPose\n", []string{"152:3: h: this is no YAML: non-map value is specified; a key, a colon and a space before its value; what is within it is indented further (syntax)"}},
	}
}
