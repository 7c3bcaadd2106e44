package view

import "math"

// The parts of a hello, described in docs/format/page.md.
type (
	jsonShape struct {
		Kind  string     `json:"kind"`
		Size  [3]float64 `json:"size"`
		At    [7]float64 `json:"at"`
		Color uint32     `json:"color"`
	}
	jsonLink struct {
		Name   string      `json:"name"`
		Shapes []jsonShape `json:"shapes"`
	}
	jsonMarker struct {
		Name  string    `json:"name"`
		Shape jsonShape `json:"shape"`
		Trail int       `json:"trail"`
		Kind  string    `json:"kind"`
	}
	jsonPath struct {
		Name  string `json:"name"`
		Color uint32 `json:"color"`
	}
	jsonScene struct {
		Links   []jsonLink   `json:"links"`
		Joints  []string     `json:"joints"`
		Markers []jsonMarker `json:"markers"`
		Paths   []jsonPath   `json:"paths"`
		Floor   *jsonFloor   `json:"floor,omitempty"`
	}
	jsonSeries struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	jsonLimit struct {
		Name  string  `json:"name"`
		Value float64 `json:"value"`
	}
	jsonPlot struct {
		Title  string       `json:"title"`
		Unit   string       `json:"unit"`
		Series []jsonSeries `json:"series"`
		Limits []jsonLimit  `json:"limits"`
	}
)

// Description describes a hub to a page: its scene and its plots. Series have the same numbers as in frames.
type Description struct {
	Program string     `json:"program"`
	Scene   jsonScene  `json:"scene"`
	Plots   []jsonPlot `json:"plots"`
	Window  float64    `json:"window"`
	Board   *jsonBoard `json:"board,omitempty"`
}

// Describe describes the hub's part of the program to a page.
func (h *Hub) Describe() Description {
	plots := []jsonPlot{}
	for _, p := range h.program.Plots {
		k := jsonPlot{p.Title, p.Unit, []jsonSeries{}, []jsonLimit{}}
		for _, s := range p.Series {
			k.Series = append(k.Series, jsonSeries{h.names[s], s})
		}
		for _, l := range p.Limits {
			if !math.IsNaN(l.Value) && !math.IsInf(l.Value, 0) {
				k.Limits = append(k.Limits, jsonLimit(l))
			}
		}
		plots = append(plots, k)
	}
	return Description{Program: h.program.Name, Scene: h.scene(), Plots: plots, Window: h.program.Window.Seconds(), Board: h.program.Board.json()}
}

func (h *Hub) scene() jsonScene {
	shape := func(s Shape, sides int) jsonShape {
		clear(s.Size[sides:])
		return jsonShape{[...]string{"box", "cylinder", "sphere", "capsule"}[s.Kind], s.Size, seven(s.At), s.Colour & 0xFFFFFF}
	}
	scene := jsonScene{[]jsonLink{}, append([]string{}, h.program.Joints...), []jsonMarker{}, []jsonPath{}, h.program.Floor.json()}
	for _, l := range h.program.Links {
		k := jsonLink{l.Name, []jsonShape{}}
		for _, s := range l.Shapes {
			k.Shapes = append(k.Shapes, shape(s, s.Kind.sides()))
		}
		scene.Links = append(scene.Links, k)
	}
	for _, m := range h.program.Markers {
		kind := [...]string{"", "frame", "frustum"}[m.Kind]
		scene.Markers = append(scene.Markers, jsonMarker{m.Name, shape(m.Shape, m.sides()), m.Trail, kind})
	}
	for _, p := range h.program.Paths {
		scene.Paths = append(scene.Paths, jsonPath{p.Name, p.Colour & 0xFFFFFF})
	}
	return scene
}
