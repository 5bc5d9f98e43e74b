package gantt

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/optgap/optgap/bench/base/canvas"
	"github.com/optgap/optgap/bench/internal/simulate/allocation"
)

// Distances in points.
const (
	labelPitch = vg.Length(58)  // room for a label of the time axis
	border     = vg.Length(0.5) // width of the line around a job
	thinnest   = vg.Length(0.5) // of a job, however short or narrow
)

// A frame is the area of a plot whose axes are times, in seconds or ticks, and processors.
type frame struct {
	vg.Rectangle
	x, y func(float64) vg.Length // the places of a time and of a number of processors
	end  float64                 // the time at the right edge
}

func frameOf(dc draw.Canvas, p *plot.Plot) frame {
	x, y := p.Transforms(&dc)
	return frame{dc.Rectangle, x, y, p.X.Max}
}

// rectangle returns the rectangle of a block that is drawn from the time left on. The
// rectangle does not pass the right edge.
func (f frame) rectangle(b allocation.Block, left float64) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: f.x(left), Y: f.y(float64(b.Low))},
		Max: vg.Point{X: f.x(min(float64(b.End), f.end)), Y: f.y(float64(b.High))},
	}
}

// timeMarks returns how many labels of times have room in a picture of such a width.
func timeMarks(width vg.Length) int64 { return max(int64(canvas.FrameWidth(width, 1)/labelPitch), 1) }

// newPlot returns axes of times, and of numbers from 0 to top.
func newPlot(from, to float64, times []plot.Tick, top float64, numbers []plot.Tick) *plot.Plot {
	p := canvas.NewPlot()
	p.X.Min, p.X.Max, p.X.Tick.Marker = from, to, plot.ConstantTicks(times)
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, top, plot.ConstantTicks(numbers)
	return p
}

// newMachinePlot returns axes of times and of the processors of a machine.
func newMachinePlot(from, to float64, times []plot.Tick, machine int64) *plot.Plot {
	p := newPlot(from, to, times, float64(machine), canvas.ProcessorTicks(machine))
	p.Y.Label.Text = "processors"
	return p
}

// drawJob draws one block of a job. It writes the label into the block where the label
// fits: across, or else upwards.
func drawJob(dc draw.Canvas, r vg.Rectangle, c color.NRGBA, label string) {
	size := r.Size()
	if size.X < 3*border || size.Y < 3*border { // nothing would be left inside the border
		canvas.Fill(dc, c, widen(r))
		return
	}
	canvas.Fill(dc, c, r)
	half := vg.Point{X: border / 2, Y: border / 2}
	line := draw.LineStyle{Color: borderColour(c), Width: border}
	canvas.Outline(dc, line, vg.Rectangle{Min: r.Min.Add(half), Max: r.Max.Sub(half)})
	mid := r.Min.Add(r.Max).Scale(0.5)
	for _, points := range []vg.Length{8, 7.5, 7} {
		s := canvas.Sized(canvas.In(canvas.Small, canvas.Ink), points)
		width, height := s.Width(label), canvas.Capital(s)
		switch {
		case width+4 <= size.X && height+3 <= size.Y:
			canvas.Write(dc, s, mid.X-width/2, mid.Y-height/2, label)
			return
		case height+3 <= size.X && width+4 <= size.Y:
			canvas.WriteUp(dc, s, mid.X+height/2, mid.Y-width/2, label)
			return
		}
	}
}

// borderColour returns the colour of the line around a job: a darker shade of the colour
// of the job. A job that is too thin for anything but the line so keeps its hue.
func borderColour(c color.NRGBA) color.NRGBA { return canvas.Darker(c, 0.42) }

// widen returns r. Where r is too thin to be seen, it is extended about its middle.
func widen(r vg.Rectangle) vg.Rectangle {
	size := r.Size()
	if d := (thinnest - size.X) / 2; d > 0 {
		r.Min.X, r.Max.X = r.Min.X-d, r.Max.X+d
	}
	if d := (thinnest - size.Y) / 2; d > 0 {
		r.Min.Y, r.Max.Y = r.Min.Y-d, r.Max.Y+d
	}
	return r
}
