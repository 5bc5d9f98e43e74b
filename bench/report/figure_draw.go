package report

import (
	"cmp"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// lineColours is the "bright" scheme of Paul Tol's technical note on colour
// schemes (SRON/EPS/TN/09-002, issue 3.2), its grey replaced by black.
var lineColours = []color.NRGBA{
	{0x44, 0x77, 0xaa, 0xff}, // blue
	{0xee, 0x66, 0x77, 0xff}, // red
	{0x22, 0x88, 0x33, 0xff}, // green
	{0xaa, 0x33, 0x77, 0xff}, // purple
	{0xcc, 0xbb, 0x44, 0xff}, // yellow
	{0x66, 0xcc, 0xee, 0xff}, // cyan
	{0x22, 0x22, 0x22, 0xff}, // black
}

var lineDashes = [][]vg.Length{nil, {6, 2.5}, {1.5, 2}}

// Distances in points.
const (
	plotWidth, plotHeight           = vg.Length(430), vg.Length(250) // of a single plot's frame
	smallPlotWidth, smallPlotHeight = vg.Length(225), vg.Length(140) // of one among many
	plotGap                         = vg.Length(26)
	legendRow                       = vg.Length(15)
	legendSample                    = vg.Length(24)
	legendGap                       = vg.Length(16)
	plotTitleRow                    = vg.Length(16)
	labelRow                        = vg.Length(10) // of an axis's label below the first
)

// drawing is a figure, laid out.
type drawing struct {
	Figure
	names         []string // of the lines, in the order of their first appearance
	legend        [][]int  // rows of indices of names
	columns, rows int
	frame         vg.Point // size of each frame
	left          vg.Length
	width, height vg.Length
	x, y          []scale         // of each plot
	stairs        map[string]bool // lines without marks
	labelRows     int             // of the x axes' labels
}

func newDrawing(f Figure) *drawing {
	d := &drawing{Figure: f, columns: f.Columns, frame: vg.Point{X: plotWidth, Y: plotHeight}, stairs: map[string]bool{}}
	if d.columns == 0 {
		d.columns = map[bool]int{true: 1, false: 3}[len(f.Plots) == 1]
		if len(f.Plots) == 2 || len(f.Plots) == 4 {
			d.columns = 2
		}
	}
	d.rows = (len(f.Plots) + d.columns - 1) / d.columns
	if len(f.Plots) > 1 {
		d.frame = vg.Point{X: smallPlotWidth, Y: smallPlotHeight}
	}
	labels := vg.Length(0)
	for _, p := range f.Plots {
		for _, l := range p.Lines {
			if !slices.Contains(d.names, l.Name) {
				d.names = append(d.names, l.Name)
				d.stairs[l.Name] = l.Stairs
			}
		}
		xs, ys := p.extents()
		d.x = append(d.x, pointScale(p, xs, int(d.frame.X/38)))
		for _, name := range append([]string{""}, p.Categories...) {
			d.labelRows = max(d.labelRows, 1+strings.Count(name, "\n"))
		}
		d.y = append(d.y, valueScale(ys, p.Percent, int(d.frame.Y/28)))
		for _, m := range d.y[len(d.y)-1].marks {
			labels = max(labels, small.Width(m.label))
		}
	}
	d.left = small.capital() + 9 + labels + 3 + tickLength
	d.width = 2*margin + vg.Length(d.columns)*(d.left+d.frame.X) + vg.Length(d.columns-1)*plotGap
	d.legend = d.legendRows()
	d.height = 2*margin + d.header() + vg.Length(d.rows)*d.cell()
	return d
}

// header returns the height of title and legend.
func (d *drawing) header() vg.Length {
	h := titleRow + vg.Length(len(d.legend))*legendRow + 4
	if d.Subtitle != "" {
		h += stepRow
	}
	return h
}

// cell returns the height of a plot with its title and axes.
func (d *drawing) cell() vg.Length {
	return plotTitleRow + d.frame.Y + d.xLabels() + axisTitle + 6
}

// xLabels returns the height of the labels of an x axis.
func (d *drawing) xLabels() vg.Length { return axisLabels + vg.Length(d.labelRows-1)*labelRow }

// legendRows fills rows from the left.
func (d *drawing) legendRows() [][]int {
	room := d.width - 2*margin
	var rows [][]int
	used := room
	for i, name := range d.names {
		need := legendSample + 4 + small.Width(name) + legendGap
		if used+need-legendGap > room {
			rows, used = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
		used += need
	}
	return rows
}

func (d *drawing) draw(dc draw.Canvas) {
	fill(dc, color.White, dc.Rectangle)
	top := dc.Max.Y - margin
	large.draw(dc, margin, top-titleRow+6, shorten(large, d.Title, d.width-2*margin))
	top -= titleRow
	if d.Subtitle != "" {
		small.draw(dc, margin, top-stepRow+5, shorten(small, d.Subtitle, d.width-2*margin))
		top -= stepRow
	}
	for _, row := range d.legend {
		x := margin
		for _, i := range row {
			y := top - legendRow/2 - 1
			lineStyle(i).segment(dc, []vg.Point{{X: x, Y: y}, {X: x + legendSample, Y: y}}, d.stairs[d.names[i]])
			if !d.stairs[d.names[i]] {
				lineStyle(i).mark(dc, vg.Point{X: x + legendSample/2, Y: y})
			}
			x += legendSample + 4
			small.in(ink).draw(dc, x, y-small.capital()/2, d.names[i])
			x += small.Width(d.names[i]) + legendGap
		}
		top -= legendRow
	}
	top -= 4
	for i := range d.Plots {
		column, row := vg.Length(i%d.columns), vg.Length(i/d.columns)
		x := margin + column*(d.left+d.frame.X+plotGap) + d.left
		y := top - row*d.cell() - plotTitleRow - d.frame.Y
		d.plot(dc, i, vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + d.frame.X, Y: y + d.frame.Y}})
	}
}

// plot draws the i-th plot into the frame.
func (d *drawing) plot(dc draw.Canvas, i int, f vg.Rectangle) {
	p, xs, ys := d.Plots[i], d.x[i], d.y[i]
	bold.draw(dc, f.Min.X, f.Max.Y+6, shorten(bold, p.Title, d.frame.X))
	grid := draw.LineStyle{Color: gridLine, Width: 0.6}
	tick := draw.LineStyle{Color: ink, Width: 0.7}
	for _, m := range ys.marks {
		y := f.Min.Y + vg.Length(ys.share(m.at))*d.frame.Y
		dc.StrokeLine2(grid, f.Min.X, y, f.Max.X, y)
		dc.StrokeLine2(tick, f.Min.X-tickLength, y, f.Min.X, y)
		small.draw(dc, f.Min.X-tickLength-3-small.Width(m.label), y-small.capital()/2, m.label)
	}
	for _, m := range xs.marks {
		x := f.Min.X + vg.Length(xs.share(m.at))*d.frame.X
		dc.StrokeLine2(grid, x, f.Min.Y, x, f.Max.Y)
		dc.StrokeLine2(tick, x, f.Min.Y-tickLength, x, f.Min.Y)
		for row, text := range strings.Split(m.label, "\n") {
			small.draw(dc, x-small.Width(text)/2, f.Min.Y-axisLabels+2-vg.Length(row)*labelRow, text)
		}
	}
	small.draw(dc, (f.Min.X+f.Max.X-small.Width(p.X))/2, f.Min.Y-d.xLabels()-axisTitle+4, p.X)
	small.drawUp(dc, f.Min.X-d.left+small.capital(), (f.Min.Y+f.Max.Y-small.Width(p.Y))/2, p.Y)
	dc.StrokeLines(tick, outline(f))
	for _, l := range slices.Backward(p.Lines) {
		if l.High != nil {
			dc.FillPolygon(lineStyle(slices.Index(d.names, l.Name)).band(), l.band(xs, ys, f))
		}
	}
	for _, marks := range []bool{false, true} { // all lines below all marks
		for _, l := range p.painted() {
			s := lineStyle(slices.Index(d.names, l.Name))
			points := l.places(xs, ys, f)
			if !marks {
				if l.Stairs {
					points = stairs(points, f)
				}
				s.segment(dc, points, l.Stairs)
				continue
			}
			if l.Stairs {
				continue
			}
			for _, pt := range points {
				s.mark(dc, pt)
			}
		}
	}
}

// painted returns the lines in the order in which they are painted: the first on
// top; of stairs the first below, as it has no dashes.
func (p Plot) painted() []Line {
	lines := slices.Clone(p.Lines)
	if !p.stairs() {
		slices.Reverse(lines)
	}
	return lines
}

// places returns the line's points within the frame, by x.
func (l Line) places(xs, ys scale, f vg.Rectangle) []vg.Point {
	var points []vg.Point
	for i := range l.X {
		if exists(l.X[i]) && exists(l.Y[i]) {
			points = append(points, vg.Point{
				X: f.Min.X + vg.Length(xs.share(l.X[i]))*f.Size().X,
				Y: f.Min.Y + vg.Length(ys.share(l.Y[i]))*f.Size().Y,
			})
		}
	}
	slices.SortStableFunc(points, func(a, b vg.Point) int { return cmp.Compare(a.X, b.X) })
	return points
}
