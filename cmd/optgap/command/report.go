package command

import (
	"flag"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/format"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/report/gather"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/cmd/optgap/console"
)

func reportCommand(s console.Streams) *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "show results as one HTML file that needs no network, or as tables and pictures",
		ArgsUsage: "DIR|FILE...",
		Description: `Writes what the folders of studies hold as one HTML file, for any browser from 2023
on: what was asked, all results to sort and filter, a Gantt chart of each step, losses,
performance profiles, times, decision cases and failures. Several studies stand side by
side. A study that is under way is shown as far as it is. A folder of such folders, such
as that of a study file, counts as all of them.

Folders of simulate --out and moldable --out, and files of results, are shown too: their
tables, and replays under several loads as plots. A library of steps has a page alone: what
is proven and how, the hardest steps, and what the usual schedulers lose.

   optgap study --method policies,exact --min-waiting 5 --out results TRACE.swf.gz
   optgap report --out results.html results
   optgap report --tables tables --plot pictures results
   optgap report --out all.html results sweep moldable.jsonl
   optgap report --out library.html testdata/library`,
		Flags:  reportFlags(),
		Action: func(c *cli.Context) error { return reportAction(c, s) },
	}
}

func reportFlags() []cli.Flag {
	out := &cli.StringFlag{
		Category: console.CategoryOutput, Name: "out", Usage: "the page is `FILE`, which ends in .html",
	}
	tables := &cli.StringFlag{
		Category: console.CategoryOutput, Name: "tables",
		Usage: "write a row for each result into `DIR`: " + strings.Join(gather.StudyTables(), ", "),
	}
	return []cli.Flag{
		console.OutputFile(out, ".html"),
		console.OutputFolder(tables, gather.TableNames()...),
		console.PlotFlag("draw the charts of the page into `DIR` (.svg, .png and .pdf)"),
		console.NoTitlesFlag(),
		console.WidthFlag("plot"),
		console.QuietFlag(),
	}
}

func reportAction(c *cli.Context, s console.Streams) error {
	const expected = "the folder or the results of at least one study, sweep or moldable run"
	if err := console.Arguments(c, 1, maxReported, expected); err != nil {
		return err
	}
	if !c.IsSet("out") && !c.IsSet("tables") && !c.IsSet("plot") {
		return console.Usage("report: found none of --out, --tables and --plot, " +
			"expected what to write, such as --out FILE.html")
	}
	say := console.NewNotes(s, c.Bool("quiet"))
	content, err := gather.Read(c.Args().Slice(), s.In, func(path string) { say.Say("%s: no result", path) })
	if err != nil {
		return err
	}
	addCommands(&content)
	if l := content.Library; l != nil {
		l.Version, l.Written = console.Version(), time.Now().Format(time.DateOnly)
	}
	for _, write := range []func(*cli.Context, page.Content, *console.Notes) error{writePage, writeTables, writePlots} {
		if err := c.Context.Err(); err != nil {
			return err
		}
		if err := write(c, content, say); err != nil {
			return err
		}
	}
	return nil
}

// addCommands adds the command lines of sweeps by simulate and of moldable runs. Those of papers have
// other arguments.
func addCommands(content *page.Content) {
	simulate, moldable := simulateCommand(console.Streams{}), moldableCommand(console.Streams{})
	for i := range content.Sweeps {
		if s := &content.Sweeps[i]; s.Info.Arguments["scheduler"] != "" {
			s.Command = gather.CommandLine(simulate.Name, s.Info, defaultsOf(simulate.Flags))
		}
	}
	for i := range content.Moldables {
		if m := &content.Moldables[i]; m.Info.Arguments["algorithm"] != "" {
			m.Command = gather.CommandLine(moldable.Name, m.Info, defaultsOf(moldable.Flags))
		}
	}
}

// defaultsOf returns the values of flags that are not given, by their names.
func defaultsOf(flags []cli.Flag) map[string]string {
	set, values := flag.NewFlagSet("", flag.ContinueOnError), map[string]string{}
	for _, f := range flags {
		if err := f.Apply(set); err != nil {
			continue
		}
		for _, name := range f.Names() {
			values[name] = set.Lookup(name).Value.String()
		}
	}
	return values
}

func writePage(c *cli.Context, content page.Content, n *console.Notes) error {
	path := c.String("out")
	if path == "" {
		return nil
	}
	if err := stream.WriteFile(path, func(w io.Writer) error { return page.Write(w, content) }); err != nil {
		return err
	}
	n.Say("%s: %s", path, strings.Join(reported(content), ", "))
	return nil
}

// reported says how much a page shows.
func reported(content page.Content) (parts []string) {
	results, replays, moldables := 0, 0, 0
	for _, s := range content.Studies {
		results += len(s.Results)
	}
	for _, s := range content.Sweeps {
		replays += len(s.Runs)
	}
	for _, m := range content.Moldables {
		moldables += len(m.Results)
	}
	if l := content.Library; l != nil {
		steps := format.Count(int64(len(l.Lines)), "step") + " under an objective"
		return []string{steps, format.Count(int64(len(l.Sets)), "set")}
	}
	if results > 0 {
		studies := format.Count(int64(len(content.Studies)), "study")
		parts = append(parts, format.Count(int64(results), "result")+" of "+studies)
	}
	if replays > 0 {
		parts = append(parts, format.Count(int64(replays), "replay")+" of "+format.Count(int64(len(content.Sweeps)), "sweep"))
	}
	if moldables > 0 {
		parts = append(parts, format.Count(int64(moldables), "result")+" for moldable jobs")
	}
	return parts
}

func writeTables(c *cli.Context, content page.Content, n *console.Notes) error {
	dir := c.String("tables")
	if dir == "" {
		return nil
	}
	files, err := gather.WriteTables(dir, content)
	if err != nil {
		return err
	}
	n.Say("%s in %s", format.Count(int64(files), "file"), dir)
	return nil
}

func writePlots(c *cli.Context, content page.Content, n *console.Notes) error {
	dir := c.String("plot")
	if dir == "" {
		return nil
	}
	figures, err := page.Figures(content)
	if err != nil {
		return err
	}
	return console.PictureStyleOf(c).DrawAll(dir, figures, n)
}

// maxReported is more than anybody compares.
const maxReported = 100
