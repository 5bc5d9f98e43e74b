package command

import (
	"io"
	"strings"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

// reporting is a call of report.
type reporting struct {
	page, tables string // --out and --tables; "": not given
	plots        console.Plots
}

func reportCommand() *console.Command {
	o := &reporting{}
	return &console.Command{
		Name:      "report",
		Usage:     "show results as one HTML file that needs no network, or as tables and pictures",
		ArgsUsage: "DIR|FILE...",
		Description: `Writes what the folders of studies hold as one HTML file, for any browser from 2024
on: what was asked, all results to sort and filter, a Gantt chart of each step, losses,
performance profiles, times and failures. Several studies stand side by side. A study that
is under way is shown as far as it is. A folder of such folders, such as that of a study
file, counts as all of them.

Folders of simulate, moldable and offline --out, and files of results, are shown too: their
tables, and replays under several loads as plots. library list shows a library of steps.

   optgap study --method policies,exact --min-waiting 5 --out results TRACE.swf.gz
   optgap report --out results.html results
   optgap report --tables tables --plot pictures results
   optgap report --out all.html results sweep moldable.jsonl`,
		Flags: console.Flags{
			console.GroupOutput,
			console.Flag(&o.page, "out", "the page is `FILE`, which ends in .html").
				Writes(".html"),
			console.Flag(
				&o.tables,
				"tables",
				"write a row for each result into `DIR`: "+strings.Join(
					sections.StudyTables(),
					", ",
				),
			).WritesInto(sections.TableNames()...),
			o.plots.Flags("draw the charts of the page into `DIR` (.svg, .png and .pdf)"),
		},
		Least: 1,
		Most:  maxReported,
		What:  "the folder or the results of at least one study, sweep or moldable run",
		Run:   o.run,
	}
}

func (o *reporting) run(c *console.Call) error {
	if o.page == "" && o.tables == "" && o.plots.Dir == "" {
		return console.Usage("report: found none of --out, --tables and --plot, " +
			"expected what to write, such as --out FILE.html")
	}
	content, err := sections.Read(
		c.Args().Slice(),
		c.In,
		func(path string) { c.Say("%s: no result", path) },
	)
	if err != nil {
		return err
	}
	content.Command = format.Shell(
		append([]string{"optgap", "report", "--out", "page.html"}, c.Args().Slice()...)...)
	if err := c.Context.Err(); err != nil {
		return err
	}
	if o.tables != "" {
		if _, err := content.WriteTables(o.tables); err != nil {
			return err
		}
	}
	if o.page == "" && o.plots.Dir == "" {
		return nil
	}
	p, err := content.Page()
	if err == nil && o.page != "" {
		err = stream.WriteFile(o.page, func(w io.Writer) error { return page.Write(w, p) })
	}
	if err != nil {
		return err
	}
	return o.plots.Draw(p.Figures())
}

// maxReported is more than anybody compares.
const maxReported = 100
