package command

import (
	"io"
	"slices"

	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/moldable/experiment"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/cmd/optgap/internal/console"
)

func moldableModelNames() []string {
	return lists.Each(experiment.Models(), func(m experiment.Model) string { return m.Long })
}

// drawing is a call of moldable generate.
type drawing struct {
	model   string
	jobs    int
	machine int64
	count   int
	seed    uint64
	out     string
}

func generateCommand() *console.Command {
	o := &drawing{model: "mixed", jobs: 25, machine: 200, count: 1, seed: 1}
	about := console.Listed(
		16,
		experiment.Models(),
		func(m experiment.Model) (string, string) { return m.Long, m.About },
	)
	return &console.Command{
		Name:  "generate",
		Usage: "write moldable instances of the models of Dutot et al. (2004)",
		Description: `Writes instances as JSON lines to the standard output, by the models of section 4.1
of Dutot et al. (2004). The seeds of several instances follow each other. A tick is a
microsecond.

   optgap moldable generate --model mixed --jobs 25 --machine 200 >mixed.jsonl
   optgap moldable generate --model cirne-berman --jobs 100 --count 40 --seed 1 >cirne.jsonl

Models:
` + about + `
The paper's formula for the times of highly parallel jobs contradicts its text. Here the
speed-up is as the text says: X is near 0.1.`,
		Flags: console.Flags{
			groupModel,
			console.Flag(&o.model, "model", "`NAME`, see above").
				OneOf(console.Alternatives("", moldableModelNames()), moldableModelNames),
			console.Flag(&o.jobs, "jobs", "`N` jobs in each instance"),
			console.Flag(&o.machine, "machine", "`PROCESSORS`"),
			console.Flag(&o.count, "count", "`N` instances").AtLeast("1"),
			console.Flag(&o.seed, "seed", "`N`, the seed of the first instance"),
			outFlag(&o.out),
		},
		Run: o.run,
	}
}

// run draws instances and writes them as JSON lines.
func (o *drawing) run(c *console.Call) error {
	model := experiment.Models()[slices.Index(moldableModelNames(), o.model)]
	return c.Write(o.out, func(out io.Writer) error {
		for k := range o.count {
			if err := c.Context.Err(); err != nil {
				return err
			}
			in, err := model.Generate(o.jobs, o.machine, o.seed+uint64(k))
			if err != nil {
				return err
			}
			if err := record.WriteLine(out, record.MoldableOf(in)); err != nil {
				return err
			}
		}
		return nil
	})
}
