package command

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench"
	"github.com/optgap/optgap/bench/columnar"
	"github.com/optgap/optgap/bench/figure"
	"github.com/optgap/optgap/bench/format"
	"github.com/optgap/optgap/bench/page"
	"github.com/optgap/optgap/bench/stream"
)

func reportCommand(s streams) *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "show studies as one HTML file that needs no network, or as tables and pictures",
		ArgsUsage: "DIR...",
		Description: `Writes what the folders of studies hold as one HTML file, for any browser from 2023
on: what was asked, all results to sort and filter, a Gantt chart of each step, losses,
performance profiles, times, decision cases and failures. Several studies stand side by
side. A study that is under way is shown as far as it is.

   optgap study --method policies,exact --min-waiting 5 --out results TRACE.swf.gz
   optgap report --out results.html results
   optgap report --tables tables --plot pictures results`,
		Flags: []cli.Flag{
			outputFile(&cli.StringFlag{Category: categoryOutput, Name: "out", Usage: "the page is `FILE`, which ends in .html"}, ".html"),
			outputFolder(&cli.StringFlag{Category: categoryOutput, Name: "tables", Usage: "write a row for each result into `DIR`: " + strings.Join(tableNames(), ", ")}, tableNames()...),
			plotFlag("draw the charts of the page into `DIR` (.svg, .png and .pdf)"),
			quietFlag(),
		},
		Action: func(c *cli.Context) error { return report(c, s) },
	}
}

func report(c *cli.Context, s streams) error {
	if err := arguments(c, 1, maxReported, "the folder of at least one study"); err != nil {
		return err
	}
	if !c.IsSet("out") && !c.IsSet("tables") && !c.IsSet("plot") {
		return usage("report: found none of --out, --tables and --plot, expected what to write, such as --out FILE.html")
	}
	say := newNotes(s, c.Bool("quiet"))
	studies, err := reportedStudies(c.Args().Slice())
	if err != nil {
		return err
	}
	for _, write := range []func(*cli.Context, []page.Study, *notes) error{writePage, writeTables, writePlots} {
		if err := c.Context.Err(); err != nil {
			return err
		}
		if err := write(c, studies, say); err != nil {
			return err
		}
	}
	return nil
}

func writePage(c *cli.Context, studies []page.Study, n *notes) error {
	path := c.String("out")
	if path == "" {
		return nil
	}
	if err := stream.WriteFile(path, func(w io.Writer) error { return page.Write(w, studies) }); err != nil {
		return err
	}
	results := 0
	for _, study := range studies {
		results += len(study.Results)
	}
	n.say("%s: %s of %s", path, format.Count(int64(results), "result"), studiesCount(len(studies)))
	return nil
}

// tableNames are the files of --tables.
func tableNames() (names []string) {
	for _, form := range columnar.Formats() {
		names = append(names, "results."+form)
	}
	return names
}

func writeTables(c *cli.Context, studies []page.Study, n *notes) error {
	dir := c.String("tables")
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var all []columnar.Study
	for _, s := range studies {
		all = append(all, columnar.Study{Name: s.Name, Results: s.Results})
	}
	rows := columnar.Of(all...)
	for i, name := range tableNames() {
		if err := stream.WriteFile(filepath.Join(dir, name), func(w io.Writer) error { return rows.Write(w, columnar.Formats()[i]) }); err != nil {
			return err
		}
	}
	n.say("%d files in %s", len(tableNames()), dir)
	return nil
}

func writePlots(c *cli.Context, studies []page.Study, n *notes) error {
	dir := c.String("plot")
	if dir == "" {
		return nil
	}
	figures, err := page.Figures(studies)
	if err != nil {
		return err
	}
	files, err := figure.WriteAll(dir, figures)
	if err != nil {
		return err
	}
	n.say("%d files in %s", files, dir)
	return nil
}

// maxReported is more than anybody compares.
const maxReported = 100

// reportedStudies reads the folders. A study has the name of its folder. Folders of one name are told
// apart by their paths.
func reportedStudies(folders []string) (studies []page.Study, err error) {
	named := map[string]int{}
	for _, dir := range folders {
		named[filepath.Base(filepath.Clean(dir))]++
	}
	for _, dir := range folders {
		content, err := bench.ReadShown(dir)
		if err != nil {
			return nil, err
		}
		if len(content.Results) == 0 {
			return nil, &optgap.FieldError{Field: dir, Found: "no result", Expected: "a study with at least one"}
		}
		name := filepath.Base(filepath.Clean(dir))
		if named[name] > 1 {
			name = filepath.Clean(dir)
		}
		studies = append(studies, page.Study{Name: name, Info: content.Info, Steps: content.Problems, Results: content.Results})
	}
	return studies, nil
}

func studiesCount(n int) string {
	if n == 1 {
		return "1 study"
	}
	return format.Integer(int64(n)) + " studies"
}
