package codec

import (
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

// The bench runs in its quick form and keeps the bars that do not hang on the machine's load: sizes, errors, jerk,
// allocations.
func TestRun(t *testing.T) {
	seen := map[string]bench.Result{}
	if err := Run(bench.Options{Quick: true, Seed: 1}, func(r bench.Result) { seen[r.Name] = r }); err != nil {
		t.Fatal(err)
	}
	for name, most := range map[string]float64{
		"codec_thesis_rle_bytes": 24, "codec_cartesian_state_delta_bytes": 20, "codec_cartesian_command_delta_bytes": 20,
		"codec_cartesian_command_delta_3_bytes": 20, "codec_cartesian_command_delta_3_10ms_bytes": 20,
		"codec_cartesian_command_delta_3_80ms_bytes": 20, "codec_joints_state_delta_bytes": 60,
		"codec_cartesian_state_delta_error": 1, "codec_cartesian_state_delta_turn": 1, "codec_joints_state_delta_error": 1,
		"codec_full_state_delta_turn": 1, "codec_thesis_rle_allocs": 0, "codec_full_state_none_allocs": 0,
		"codec_full_state_rle_allocs": 0, "codec_full_state_xor_allocs": 0, "codec_full_state_delta_allocs": 0,
		"codec_full_state_zstd_allocs": 0,
	} {
		if r, ok := seen[name]; !ok || r.Value > most {
			t.Errorf("%s: %+v, at most %g", name, r, most)
		}
	}
	for _, name := range []string{"codec_cartesian_command_delta_jerk", "codec_cartesian_command_delta_turn_jerk", "codec_joints_command_delta_joint_jerk"} {
		if r := seen[name]; !(r.Ratio > 0) || r.Ratio > 0.01 {
			t.Errorf("%s: %+v", name, r)
		}
	}
	for _, name := range []string{"codec_full_state_zlib_bytes", "codec_full_state_lz4_encode", "codec_thesis_snappy_decode",
		"codec_guard_mac_encode", "codec_full_state_delta_decode"} {
		if r, ok := seen[name]; !ok || !(r.Value > 0) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
