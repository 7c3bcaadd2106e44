package mapfile

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/math/nav"
)

// A map as an editor of pictures saves it: P2, comments, greys up to 100, tabs, a description with other spellings.
const (
	foreignYAML = `# the ground floor
%YAML 1.2
---
image: "floor.pgm"   # beside this
resolution: 5.0e-2
origin: [ -1.5, 2, 0 ]
occupied_thresh: .7
free_thresh: 0.25
negate: false
mode: MODE
`
	foreignPGM = "P2 # made by hand\n# 4 by 3\n4\t3\n# white\n100\n100 50 0 25\n  100 # free\n100 76 74\n0 0 31 29 \n"
)

// Cells come out as map_server computes them, with the picture's top row last.
func TestForeignMap(t *testing.T) {
	for mode, want := range map[string][]int8{
		"trinary": {100, 100, -1, 100, 0, 0, 0, -1, 0, -1, 100, 100},
		// Grey 31 of 100 is occupied with 0.69 and comes to 1+98*(0.69-0.25)/0.45, cut off; 74: 0.26; 50: 0.5; 25: 0.75.
		"scale": {100, 100, 96, 100, 0, 0, 0, 3, 0, 55, 100, 100},
	} {
		text := strings.Replace(foreignYAML, "MODE", mode, 1)
		text = strings.Replace(text, "%YAML 1.2\n", "", 1)
		g, err := Read(fstest.MapFS{"maps/a.yaml": {Data: []byte(text)}, "maps/floor.pgm": {Data: []byte(foreignPGM)}}, "maps/a.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if g.Width != 4 || g.Height != 3 || g.Cell != 0.05 || g.Origin != (nav.Point{X: -1.5, Y: 2}) || !slices.Equal(g.Cells, want) {
			t.Errorf("%s: %+v, want cells %v", mode, g, want)
		}
	}
}

// Binary pictures with one and two bytes a grey; negated; raw.
func TestBinary(t *testing.T) {
	for _, c := range []struct {
		about, pgm string
		want       []int8
	}{
		{"", "P5 3 1 255\n\x00\xcd\xfe", []int8{100, -1, 0}},
		{"negate: 1", "P5 3 1 255\n\x00\xcd\xfe", []int8{0, 100, 100}},
		{"", "P5 3 1\n65535 \x00\x00\xcd\xcd\xff\xff", []int8{100, -1, 0}},
		{"mode: raw", "P5 4 1 255\n\x00\x64\x65\xff", []int8{0, 100, -1, -1}},
		{"mode: raw\nnegate: 1", "P5 4 1 255\n\xff\x9b\x65\x00", []int8{0, 100, -1, -1}},
	} {
		g, err := Parse("m.yaml", []byte("image: m.pgm\nresolution: 0.1\norigin: [0, 0, 0]\n"+c.about), "m.pgm", []byte(c.pgm))
		if err != nil {
			t.Error(err)
		} else if !slices.Equal(g.Cells, c.want) {
			t.Errorf("%q with %q: %v, want %v", c.about, c.pgm, g.Cells, c.want)
		}
	}
}

// Pictures in PNG: grey, with colours, with opacity, which counts as a colour in the mode trinary, and of a palette.
func TestPNG(t *testing.T) {
	box := image.Rect(0, 0, 3, 1)
	grey := &image.Gray{Pix: []byte{0, 205, 254}, Stride: 3, Rect: box}
	opaque, clear := image.NewNRGBA(box), image.NewNRGBA(box)
	palette := image.NewPaletted(box, color.Palette{color.Gray{Y: 254}, color.Gray{}, color.Gray{Y: 205}})
	palette.Pix = []byte{1, 2, 0}
	for x, v := range []byte{60, 90, 254} {
		opaque.SetNRGBA(x, 0, color.NRGBA{v, v, v, 254}) // a PNG of which all is opaque is written without opacity
		clear.SetNRGBA(x, 0, color.NRGBA{v, v, v, 255 * byte(x%2)})
	}
	read := func(p image.Image, about string) (*nav.Grid, error) {
		var b bytes.Buffer
		if err := png.Encode(&b, p); err != nil {
			t.Fatal(err)
		}
		return Parse("m.yaml", []byte("image: m.png\nresolution: 0.1\norigin: [0, 0, 0]\n"+about), "m.png", b.Bytes())
	}
	for i, c := range []struct {
		picture image.Image
		about   string
		want    []int8
	}{
		{grey, "", []int8{100, -1, 0}}, {grey, "negate: 1", []int8{0, 100, 100}}, {grey, "mode: raw", []int8{0, -1, -1}},
		{palette, "", []int8{100, -1, 0}}, {palette, "mode: scale", []int8{100, 1, 0}},
		{opaque, "", []int8{-1, -1, 0}}, // (3·60 + 254)/4 is 108.5, of which 0.57 is dark
	} {
		if g, err := read(c.picture, c.about); err != nil || !slices.Equal(g.Cells, c.want) {
			t.Errorf("%d, %q: %v, %v; want %v", i, c.about, g, err, c.want)
		}
	}
	for about, want := range map[string]string{"mode: scale": "pixel 0, 0 is transparent", "mode: raw": "pixel 0, 0 is transparent"} {
		if _, err := read(clear, about); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", about, err, want)
		}
	}
}

// Each fault with its place and code, all of a description at once.
func TestFaults(t *testing.T) {
	const good = "image: m.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n"
	for _, c := range []struct{ text, pgm, want string }{
		{"resolution: -1\norigin: [0, 0]\nfree_tresh: 1\nnegate: 2\n", "P5 1 1 255\n1", "m.yaml:1:1: the map has no image; image: map.pgm (map-key)\n" +
			"m.yaml:1:13: resolution is \"-1\"; give a number from 0.0001 to 10 (map-value)\n" +
			"m.yaml:2:9: origin is not a list of x, y and yaw; origin: [0.0, 0.0, 0.0] (map-value)\n" +
			"m.yaml:3:1: a map has no key \"free_tresh\": did you mean \"free_thresh\"? (map-key)\n" +
			"m.yaml:4:9: negate is \"2\"; give 0 or 1 (map-value)"},
		{strings.Replace(good, "0, 0, 0]", "0, 0, 0.5]", 1), "P5 1 1 255\n1", "m.yaml:3:16: the origin's yaw is 0.5: turned maps are not supported; turn the picture instead, and give 0 (map-value)"},
		{good + "free_thresh: 0.9", "P5 1 1 255\n1", "m.yaml:1:1: free_thresh 0.9 is above occupied_thresh 0.65; let free_thresh be the lower (map-value)"},
		{good + "mode: sclae", "P5 1 1 255\n1", "m.yaml:4:7: mode is \"sclae\"; give trinary, scale or raw (map-value)"},
		{good, "BM", "m.pgm:1: this is neither a PNG picture nor a PGM: it begins with neither P2 nor P5; convert it, as with: magick map.bmp map.pgm (map-image)"},
		{good, signature + "cut", "m.pgm:1: the picture is no PNG that can be read: unexpected EOF; export it again (map-image)"},
		{good, "P5\n3 2\n255\n12345", "m.pgm:4: the picture of 3 by 2 greys needs 6 bytes and has 5; copy it again: it is cut off (map-image)"},
		{good, "P5\n30000 30000\n255\n12345", "m.pgm:3: the picture has 30000 by 30000 greys; give at most 67108864, with coarser cells (map-image)"},
		{good, "P5\n40000 1\n255\n12345", "m.pgm:2: the picture's width is larger than 32768 (map-image)"},
		{good, "P2\n2 2\n9\n1 2\n3 10\n", "m.pgm:5: the picture's grey is larger than 9 (map-image)"},
		{good, "P5\n2 1\n9\n\x01\x0a", "m.pgm:4: a grey is 10, and the largest is said to be 9 (map-image)"},
		{good, "P2\n2 1\n9\n1 x", "m.pgm:4: the picture's grey is no number (map-image)"},
		{good + "mode: raw", "P5\n1 1\n9\n\x01", "m.pgm:3: the picture's greys go to 9, and the mode is raw; give greys up to 255, or another mode (map-image)"},
	} {
		_, err := Read(fstest.MapFS{"m.yaml": {Data: []byte(c.text)}, "m.pgm": {Data: []byte(c.pgm)}}, "m.yaml")
		if err == nil || err.Error() != c.want {
			t.Errorf("%q and %q:\n%v\nwant:\n%s", c.text, c.pgm, err, c.want)
		}
	}
	for _, text := range []string{"image: /m.pgm", "image: ../m.pgm", "image: no.pgm", "[", "- 1", strings.Repeat("[", 100), "image: [1]", ""} {
		_, err := Read(fstest.MapFS{"m.yaml": {Data: []byte(text)}}, "m.yaml")
		var fs diag.Faults
		if !errors.As(err, &fs) || fs[0].File != "m.yaml" || fs[0].Line < 1 {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// What is written reads back: every cell of raw, and of trinary what it keeps.
func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		g, err := nav.NewGrid(rapid.IntRange(1, 9).Draw(t, "width"), rapid.IntRange(1, 9).Draw(t, "height"), rapid.Float64Range(0.001, 1).Draw(t, "cell"),
			nav.Point{X: rapid.Float64Range(-1e4, 1e4).Draw(t, "x"), Y: float64(rapid.IntRange(-5, 5).Draw(t, "y"))})
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Cells {
			g.Cells[i] = int8(rapid.IntRange(-1, 100).Draw(t, "percent"))
		}
		for _, mode := range []Mode{Raw, Trinary} {
			pgm, yaml, err := Encode(g, "a b.pgm", mode)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.WriteFile(filepath.Join(dir, "a b.pgm"), pgm, 0o600), os.WriteFile(filepath.Join(dir, "m.yaml"), yaml, 0o600)); err != nil {
				t.Fatal(err)
			}
			back, err := Open(filepath.Join(dir, "m.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			if back.Width != g.Width || back.Cell != g.Cell || back.Origin != g.Origin {
				t.Fatalf("%+v came back as %+v", g, back)
			}
			for i, v := range g.Cells {
				want := v
				if mode == Trinary {
					switch {
					case v >= nav.Wall:
						want = nav.Occupied
					case v >= 0 && v <= 19:
						want = nav.Free
					default:
						want = nav.Unknown
					}
				}
				if back.Cells[i] != want {
					t.Fatalf("%s: %d came back as %d, want %d", mode, v, back.Cells[i], want)
				}
			}
		}
	})
	if _, _, err := Encode(&nav.Grid{}, "m.pgm", Scale); err == nil {
		t.Error("a map in the mode scale was written")
	}
}

// The page of faults has what the codes stand for.
func TestRulesAreListed(t *testing.T) {
	page, err := os.ReadFile("../../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Rules() {
		if row := fmt.Sprintf("\n| `%s` | %s |\n", r.Code, r.Text); !strings.Contains(string(page), row) {
			t.Errorf("docs/format/faults.md has no row %s", row)
		}
	}
}

// FuzzPGM: a picture is refused with a place, or has as many greys as it says, within its bounds.
func FuzzPGM(f *testing.F) {
	for _, s := range []string{foreignPGM, "P5 3 1 255\n\x00\xcd\xfe", "P5 3 1\n65535 \x00\x00\xcd\xcd\xff\xff", "P2\n2 2\n9\n1 2\n3 10\n", "P5\n30000 30000\n255\n", "P2 1 1 1#\n#"} {
		f.Add([]byte(s))
	}
	fuzz.Run(f, func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			return
		}
		p, fault := parsePGM("m.pgm", data)
		if fault != nil {
			if fault.Line < 1 || fault.Code != codeImage || p != nil {
				t.Fatalf("%+v", fault)
			}
			return
		}
		if p.width*p.height > len(data) {
			t.Fatalf("%d by %d greys of %d bytes", p.width, p.height, len(data))
		}
		for range p.width * p.height {
			if v, fault := p.next(); fault != nil {
				return
			} else if v < 0 || v > p.most {
				t.Fatalf("grey %d of %d", v, p.most)
			}
		}
	})
}

// FuzzYAML: a description is refused with a place, or says all that a map needs.
func FuzzYAML(f *testing.F) {
	for _, s := range []string{foreignYAML, "image: m.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n", "{image: a, image: b}", "a: *b", "? [", "image: |\n  x\n"} {
		f.Add([]byte(s))
	}
	fuzz.Run(f, func(t *testing.T, text []byte) {
		if len(text) > 300 {
			return
		}
		a, faults := describe("m.yaml", text)
		for _, fault := range faults {
			if fault.Line < 1 || fault.What == "" {
				t.Fatalf("%+v", fault)
			}
		}
		if faults.Err() == nil && (a.image == "" || !(a.resolution > 0) || a.free > a.occupied) {
			t.Fatalf("nothing is wrong with %q, and it says %+v", text, a)
		}
	})
}
