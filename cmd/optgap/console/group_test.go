package console

import (
	"bytes"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// grouped runs a program that has a group of two commands.
func grouped(args ...string) (printed string, err error) {
	var out bytes.Buffer
	command := func(name string) *cli.Command {
		own := In("", Flag(new(int), name+"-only", ""))
		c := &cli.Command{Name: name, Flags: own}
		return Command(Streams{}, c, Arguments{1, 1, "one"}, func(*Call) error { return nil })
	}
	app := &cli.App{Name: ProgramName, Writer: &out, ErrWriter: &out, ExitErrHandler: func(*cli.Context, error) {}}
	app.Commands = []*cli.Command{Group("data", "handle data", "Several commands.", command("read"), command("write"))}
	setUp{before: func(c *cli.Context) error { return checkUsage(c, Streams{}) }}.apply(app.Commands)
	line, err := parse(app.Commands, append([]string{ProgramName}, args...))
	if err == nil {
		err = app.Run(line)
	}
	return out.String(), err
}

// TestGroup shows what a command that holds others says.
func TestGroup(t *testing.T) {
	for _, c := range []struct{ args, wrong string }{
		{"data read x", ""},
		{"data read", "data read: found 0 arguments, expected one"},
		{"data read x --read-only 1", ""},
		{"data read --read-only 1 -- --x", ""},
		{"data read x --raed-only", "data read: found --raed-only, " +
			"which is no flag of optgap data read (did you mean --read-only?)"},
		{"data raed", `data: found command "raed", expected read or write (did you mean read?): see optgap help data`},
		{"data read --write-only 1 x", "data read: found --write-only, " +
			"which is no flag of optgap data read, but of data write"},
		{"data read --raed-only 1 x", "data read: found --raed-only, " +
			"which is no flag of optgap data read (did you mean --read-only?)"},
	} {
		_, err := grouped(strings.Fields(c.args)...)
		if c.wrong == "" && err != nil || c.wrong != "" && (err == nil || err.Error() != c.wrong) {
			t.Errorf("%s: %v, expected %q", c.args, err, c.wrong)
		}
	}
	for _, args := range []string{"help data", "data --help", "data"} {
		out, err := grouped(strings.Fields(args)...)
		if err != nil || !strings.Contains(out, "Several commands.") ||
			!strings.Contains(out, "\n   write") || strings.Contains(out, "\n   help") {
			t.Errorf("%s: error %v\n%s", args, err, out)
		}
	}
}
