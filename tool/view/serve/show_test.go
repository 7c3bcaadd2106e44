package serve

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"

	"github.com/sinew-robotics/sinew/tool/view"
)

// picture makes a frame with a lemon in it.
func picture(k int) ([]byte, view.Detection) {
	m := image.NewRGBA(image.Rect(0, 0, 640, 480))
	cx, cy := 320+120*math.Sin(float64(k)/15), 240+60*math.Cos(float64(k)/11)
	for y := range 480 {
		for x := range 640 {
			c := color.RGBA{uint8(90 + x/10), uint8(96 + y/12), 104, 255}
			if dx, dy := (float64(x)-cx)/58, (float64(y)-cy)/42; dx*dx+dy*dy < 1 {
				c = color.RGBA{236, uint8(200 - 40*dy), 40, 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		panic(err)
	}
	return b.Bytes(), view.Detection{Found: true, X: cx - 58, Y: cy - 42, W: 116, H: 84, Label: "lemon 0.31 m"}
}
