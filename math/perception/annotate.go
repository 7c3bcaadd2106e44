package perception

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
)

// Clone returns a copy of the picture with rows packed tightly; for a picture that Check rejects, an empty one.
func (m *Image) Clone() Image {
	if !m.OK() {
		return Image{}
	}
	c := NewImage(m.W, m.H)
	for y := range m.H {
		copy(c.Row(y), m.Row(y))
	}
	return c
}

// Annotate draws a cluster's bounding box and a cross at its centroid into the picture. Parts outside the picture are
// not drawn.
func Annotate(m *Image, b Blob) {
	if !m.OK() || b.Area <= 0 {
		return
	}
	const r, g, bl = 255, 0, 255
	for x := max(b.X0-1, 0); x <= min(b.X1, m.W-1); x++ {
		m.Set(x, b.Y0-1, r, g, bl)
		m.Set(x, b.Y1, r, g, bl)
	}
	for y := max(b.Y0-1, 0); y <= min(b.Y1, m.H-1); y++ {
		m.Set(b.X0-1, y, r, g, bl)
		m.Set(b.X1, y, r, g, bl)
	}
	u, v := int(b.U+0.5), int(b.V+0.5)
	for k := -6; k <= 6; k++ {
		m.Set(u+k, v, r, g, bl)
		m.Set(u, v+k, r, g, bl)
	}
}

func (m *Image) rgba() *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, m.W, m.H))
	for y := range m.H {
		src, dst := m.Row(y), out.Pix[y*out.Stride:]
		for x := range m.W {
			dst[4*x], dst[4*x+1], dst[4*x+2], dst[4*x+3] = src[3*x], src[3*x+1], src[3*x+2], 255
		}
	}
	return out
}

// EncodeJPEG writes the picture as JPEG with a quality of 1 to 100.
func (m *Image) EncodeJPEG(w io.Writer, quality int) error {
	if err := m.Check(); err != nil {
		return err
	}
	return jpeg.Encode(w, m.rgba(), &jpeg.Options{Quality: quality})
}

// EncodePNG writes the picture as PNG, without loss.
func (m *Image) EncodePNG(w io.Writer) error {
	if err := m.Check(); err != nil {
		return err
	}
	return png.Encode(w, m.rgba())
}

// FromStandard copies a picture of the standard library's kind; transparent parts become black.
func FromStandard(src image.Image) (Image, error) {
	b := src.Bounds()
	if !sidesOK(b.Dx(), b.Dy()) {
		return Image{}, fmt.Errorf("perception: picture is %d×%d: sides must be 1 to %d", b.Dx(), b.Dy(), MaxSide)
	}
	m := NewImage(b.Dx(), b.Dy())
	for y := range m.H {
		row := m.Row(y)
		for x := range m.W {
			r, g, bl, _ := src.At(b.Min.X+x, b.Min.Y+y).RGBA()
			row[3*x], row[3*x+1], row[3*x+2] = byte(r>>8), byte(g>>8), byte(bl>>8)
		}
	}
	return m, nil
}

// DecodeImage reads a JPEG or PNG picture. It checks the size before it allocates the pixels.
func DecodeImage(r io.Reader) (Image, error) {
	var head bytes.Buffer
	c, _, err := image.DecodeConfig(io.TeeReader(r, &head))
	if err != nil {
		return Image{}, fmt.Errorf("perception: no JPEG or PNG picture: %w", err)
	}
	if !sidesOK(c.Width, c.Height) {
		return Image{}, fmt.Errorf("perception: picture is %d×%d: sides must be 1 to %d", c.Width, c.Height, MaxSide)
	}
	src, _, err := image.Decode(io.MultiReader(&head, r))
	if err != nil {
		return Image{}, fmt.Errorf("perception: picture is damaged: %w", err)
	}
	return FromStandard(src)
}
