package command

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/moldable/instances"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// moldableModels are the names of --model beside those of package moldables.
var moldableModels = []struct{ name, model, about string }{
	{"weakly-parallel", "weak", "uniform sequential times, hardly any speed-up"},
	{"highly-parallel", "high", "uniform sequential times, nearly linear speed-up"},
	{"mixed", "mixed", "70 % small jobs that are weakly parallel, large ones that are highly parallel"},
	{"cirne-berman", "cirne", "uniform sequential times, Downey's speed-ups"},
}

func moldableModelNames() []string {
	var names []string
	for _, m := range moldableModels {
		names = append(names, m.name)
	}
	return names
}

func generateCommand(s console.Streams) *cli.Command {
	var about strings.Builder
	for _, m := range moldableModels {
		fmt.Fprintf(&about, "   %-16s %s\n", m.name, m.about)
	}
	return &cli.Command{
		Name:  "generate",
		Usage: "write moldable instances of the models of Dutot et al. (2004)",
		Description: `Writes instances as JSON lines to the standard output, by the models of section 4.1
of Dutot et al. (2004). The seeds of several instances follow each other. A tick is a
microsecond.

   optgap moldable generate --model mixed --jobs 25 --machine 200 >mixed.jsonl
   optgap moldable generate --model cirne-berman --jobs 100 --count 40 --seed 1 >cirne.jsonl

Models:
` + about.String() + `
The paper's formula for the times of highly parallel jobs contradicts its text. By
default the speed-up is as the text says (--reading formula: X is near 0.1). With
--reading printed X is near 0.9, which gives hardly any speed-up.`,
		Flags: console.Limited([]cli.Flag{
			&cli.StringFlag{Category: categoryModel, Name: "model", Value: "mixed", Usage: "`NAME`, see above"},
			&cli.StringFlag{
				Category: categoryModel, Name: "reading", Value: string(instances.ByFormula),
				Usage: "`NAME` of the reading of X: formula or printed",
			},
			&cli.BoolFlag{Category: categoryModel, Name: "per-step", Usage: "draw X for each processor, not for each job"},
			&cli.IntFlag{Category: categoryModel, Name: "jobs", Value: 25, Usage: "`N` jobs in each instance"},
			&cli.Int64Flag{Category: categoryModel, Name: "machine", Value: 200, Usage: "`PROCESSORS`"},
			&cli.IntFlag{Category: categoryModel, Name: "count", Value: 1, Usage: "`N` instances"},
			&cli.Uint64Flag{Category: categoryModel, Name: "seed", Value: 1, Usage: "`N`, the seed of the first instance"},
			console.OutputFile(&cli.StringFlag{
				Category: console.CategoryOutput, Name: "out",
				Usage: "write to `FILE` instead of the standard output, compressed if it ends in .gz",
			}),
			console.QuietFlag(),
		}, []console.Effect{console.Only("reading per-step", withX())}),
		Action: func(c *cli.Context) error { return generate(c, s) },
	}
}

func generate(c *cli.Context, s console.Streams) error {
	if err := console.Arguments(c, 0, 0, "none"); err != nil {
		return err
	}
	model, err := moldableModel(c)
	if err != nil {
		return err
	}
	if n := c.Int("count"); n < 1 {
		return &optgap.FieldError{Field: "--count", Found: strconv.Itoa(n), Expected: "at least 1"}
	}
	if path := c.String("out"); path != "" {
		return stream.WriteFile(path, func(out io.Writer) error { return writeInstances(c, out, model) })
	}
	return writeInstances(c, s.Out, model)
}

// writeInstances draws instances and writes them as JSON lines.
func writeInstances(c *cli.Context, out io.Writer, model instances.Model) error {
	w := record.NewWriter(out)
	for k := range c.Int("count") {
		if err := c.Context.Err(); err != nil {
			return err
		}
		in, err := model.Generate(c.Int("jobs"), c.Int64("machine"), c.Uint64("seed")+uint64(k))
		if err != nil {
			return named(c, err)
		}
		if err := w.Write(record.MoldableOf(in)); err != nil {
			return err
		}
	}
	return nil
}

// moldableModel reads the flags of the model.
func moldableModel(c *cli.Context) (instances.Model, error) {
	for _, m := range moldableModels {
		if m.name == c.String("model") {
			model, err := instances.ByName(m.model, instances.Reading(c.String("reading")))
			model.PerStep = c.Bool("per-step")
			return model, named(c, err)
		}
	}
	return instances.Model{}, &optgap.FieldError{
		Field:    "--model",
		Found:    fmt.Sprintf("%q", c.String("model")),
		Expected: console.Alternatives("", moldableModelNames()),
	}
}

// withX is the need of a model whose jobs have an X. That of Cirne and Berman has none.
func withX() console.Need {
	const without = "cirne-berman"
	return console.Need{
		Only: "with a --model other than " + without, Met: func(c *cli.Context) bool { return c.String("model") != without },
	}
}
