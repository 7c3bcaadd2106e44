package mapfile

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"github.com/sinew-robotics/sinew/diag"
)

// signature is the beginning of every PNG (https://www.w3.org/TR/png/#5PNG-file-signature).
const signature = "\x89PNG\r\n\x1a\n"

// parsePNG makes a picture of binary greys from a PNG. Like map_server, it takes the mean of a pixel's colours; in the mode
// trinary the opacity, if any, is one of them.
func parsePNG(name string, data []byte, mode Mode) (*pgm, *diag.Fault) {
	p := &pgm{name: name, line: 1}
	head, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, p.fault("the picture is no PNG that can be read: "+err.Error(), "export it again")
	}
	if head.Width > maxSide || head.Height > maxSide || head.Width*head.Height > maxCells {
		return nil, p.fault(fmt.Sprintf("the picture has %d by %d pixels", head.Width, head.Height),
			fmt.Sprintf("give at most %d a side and %d in all, with coarser cells", maxSide, maxCells))
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, p.fault("the picture is no PNG that can be read: "+err.Error(), "copy it again: it may be cut off")
	}
	p.width, p.height, p.mostAt = head.Width, head.Height, diag.Pos{File: name, Line: 1}
	if grey, ok := picture.(*image.Gray); ok {
		p.most, p.data = 255, grey.Pix // a decoded picture has no gaps between its rows
		return p, nil
	}
	p.most, p.data = 65535, make([]byte, 0, 2*head.Width*head.Height)
	_, direct := picture.(*image.NRGBA)
	_, deep := picture.(*image.NRGBA64)
	for y := range head.Height {
		for x := range head.Width {
			c := color.NRGBA64Model.Convert(picture.At(x, y)).(color.NRGBA64) // the model's type
			sum, n := uint32(c.R)+uint32(c.G)+uint32(c.B), uint32(3)
			switch {
			case mode == Trinary && (direct || deep):
				sum, n = sum+uint32(c.A), 4
			case c.A != 0xffff:
				return nil, p.fault(fmt.Sprintf("pixel %d, %d is transparent", x, y), "give a picture without transparency: it says neither free nor occupied")
			}
			v := (sum + n/2) / n
			p.data = append(p.data, byte(v>>8), byte(v))
		}
	}
	return p, nil
}
