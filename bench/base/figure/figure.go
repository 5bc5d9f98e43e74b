// Package figure draws what is printed: plots of lines that share a legend, and what all pictures
// have in common.
//
//	Plot, Line       -> Figure   -> SVG, PNG or PDF
//	name of a series -> Looks    -> Look: name for people, hue, dash, mark
//	number of a job  -> JobColor -> colour of a rectangle
//	plots            -> Sheet    -> Picture -> SVG, PNG or PDF
//
// Reports, papers and the page draw with it, and Gantt charts are pictures of it. Axes, marks,
// legends and canvases are those of gonum/plot. Lengths are in points, 72 to an inch. The y axis
// points upwards.
//
// A scheduler, policy, method, algorithm or statistic has one name and one look in all commands,
// papers and pages. No two of a kind share a look. Colours of series have a contrast of at least 3
// to their paper, the minimum of WCAG 2.1 for graphics, and are distinct for colour-blind readers.
// In grey dashes and marks tell series apart.
//
// Lines are straight between their points with a mark at each, or stairs. Lines of one point each,
// all at the same x value, are drawn as bars. Bars, and dots of categories, lie sideways, so that
// names are read without turning the page. A band shades the area between two values. An axis is
// linear, logarithmic, in percent or falling, or has categories in the place of numbers. Marks of a
// logarithmic one of times, whose name ends in " [s]", are such as "10 ms". A name that all plots
// share stands once. In an SVG browsers show the values of the point that the pointer is at.
//
// The package may change at any time.
package figure

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/optgap/optgap/bench/base/confidence"
)

// A Figure is one plot, or several plots with one legend. Lines of the same name look the
// same in all plots.
type Figure struct {
	Title    string // none if blank
	Subtitle string // a line below the title; none if blank
	Plots    []Plot // at least one
	Columns  int    // of plots; 0: 1 for a single plot, 2 for up to 4, else 3
	OneScale bool   // all plots have the same y axis
	OneX     bool   // all plots have the same x axis
	// Covered holds y values that the axis of all plots covers too, such as those of other figures
	// with the same scale, nil if there is none. It is for OneScale.
	Covered []float64
	Width   vg.Length // of the picture, in points; 0: DoubleColumn
}

// A Set holds figures by their names, which are those of their files.
type Set = map[string]Figure

// ShareScale gives figures the same y axis: those whose plots are of shares, and the others apart.
func ShareScale(figures Set) {
	covered := map[bool][]float64{} // by Percent
	for _, f := range figures {
		for _, p := range f.Plots {
			for _, l := range p.Lines {
				for _, at := range l.Points {
					covered[p.Percent] = append(covered[p.Percent], at.Ends().Low, at.Ends().High)
				}
			}
		}
	}
	for name, f := range figures {
		f.OneScale = true
		f.Covered = covered[f.Plots[0].Percent]
		figures[name] = f
	}
}

// A Plot is a set of lines over one pair of axes. Both axes cover the lines and no more. The
// y axis begins with 0 unless that would squeeze the lines into its upper part. Values above
// 0 that differ by more than a factor of twenty get a logarithmic y axis, unless the values
// are shares.
type Plot struct {
	Title   string
	X, Y    string // names of the axes
	Percent bool   // y values are shares, shown in percent
	Falling bool   // x values fall from left to right
	Lines   []Line
	LogX    bool // the x axis is logarithmic; all x values are above 0
	// LogY makes the y axis logarithmic even where the values differ by less. All are above 0, and
	// no line has stairs.
	LogY bool
	// Categories are the marks of the x axis at 0, 1, ..., nil if the marks are numbers. A label
	// may have several lines. The x values of the lines are the places of their categories.
	Categories []string
	// Stacked draws the values of each category as bars behind each other, in the order of the
	// lines.
	Stacked bool
	Behind  []string // texts behind the bars of the categories; nil: none
}

// A Line is a line of a plot. Points where X or Y is infinite or not a number are left out. The
// other points are joined in the order of X.
type Line struct {
	Name string
	// Of is the scheduler, policy or method of the line; blank: Name. Well-known ones have a
	// colour of their own.
	Of     string
	Points []Point
	// Stairs draws a function that changes in steps, such as a share that is reached over time.
	// The function is Before up to the first point. From each point on it has the Y of that point,
	// at last up to the end of the axis. Stairs have no marks.
	Stairs bool
	Before float64
	// Dots draws the marks alone. The points are not joined.
	Dots bool
}

// A Point is a value of a line, with its place.
type Point struct {
	X, Y float64
	// Range has the ends between which the value lies, as far as it is known; nil: it is Y. The
	// area between them is shaded.
	Range *confidence.Interval
	// Interval is the 95 % interval of an average, nil if there is none. It is drawn as whiskers.
	Interval *confidence.Interval
	// Few tells that the point stands for few values. It is drawn hollow and is not joined with
	// others.
	Few bool
}

// Points returns points without ranges. x and y have equal lengths.
func Points(x, y []float64) []Point {
	all := make([]Point, len(x))
	for i := range x {
		all[i] = Point{X: x[i], Y: y[i]}
	}
	return all
}

// Between returns the point of a value that lies between both ends, at the x value 0.
func Between(ends confidence.Interval) Point {
	p := Point{Y: ends.Low}
	if ends.Low != ends.High {
		p.Range = &ends
	}
	return p
}

// Ends returns the ends between which the value lies.
func (p Point) Ends() confidence.Interval {
	if p.Range == nil {
		return confidence.Interval{Low: p.Y, High: p.Y}
	}
	return *p.Range
}

// ranged tells that the line has a range at some point.
func (l Line) ranged() bool {
	return slices.ContainsFunc(l.Points, func(p Point) bool { return p.Range != nil })
}

// apart moves lines of the same x values a little apart, so that their intervals are seen apart.
func apart(lines []Line) {
	const step, most = 0.08, 0.6 // of the distance between categories
	width := min(step, most/float64(len(lines)))
	for n, l := range lines {
		for i := range l.Points {
			l.Points[i].X += (float64(n) - float64(len(lines)-1)/2) * width
		}
	}
}

// Write writes the figure as "svg", "png" or "pdf". The error is that of [Figure.Picture], or about
// any other format.
func (f Figure) Write(w io.Writer, format string) error {
	picture, err := f.Picture()
	if err != nil {
		return err
	}
	return picture.Write(w, format)
}

// Picture lays out the figure. Equal figures give equal bytes. A figure without plots is an error.
// So is a value without a logarithm on a logarithmic axis. Colours, dashes and marks are those of
// [Looks].
func (f Figure) Picture() (picture Picture, err error) {
	if err := f.validate(); err != nil {
		return picture, err
	}
	return f.sheet().Picture(), nil
}

func (f Figure) validate() error {
	if len(f.Plots) == 0 {
		return errors.New("a figure needs at least one plot")
	}
	for _, p := range f.Plots {
		for _, l := range p.Lines {
			none := func(at Point) bool {
				return p.LogX && at.X <= 0 || p.LogY && (at.Y <= 0 || at.Ends().Low <= 0)
			}
			if p.LogY && l.Stairs || slices.ContainsFunc(l.Points, none) {
				return fmt.Errorf(
					"plot %q, line %q: a value is not above 0, which a logarithmic axis needs",
					p.Title,
					l.Name,
				)
			}
		}
	}
	return nil
}

// WriteAll writes each figure in all [Formats] into the folder and returns the number of files. A
// missing folder is made. The name of a figure is the name of its files without the suffix. Bare
// figures have no titles and subtitles, but those of plots. width is that of the pictures in
// points; 0: DoubleColumn.
func WriteAll(
	dir string,
	figures Set,
	bare bool,
	width vg.Length,
) (files int, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	for name, f := range figures {
		f.Width = width
		if bare {
			f.Title = ""
			f.Subtitle = ""
		}
		for _, format := range Formats() {
			if err := WriteFile(filepath.Join(dir, name+"."+format), f.Picture); err != nil {
				return files, err
			}
			files++
		}
	}
	return files, nil
}
