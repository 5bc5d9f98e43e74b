package console

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// Flags set their variables, wherever they stand. What follows "--" stays an argument.
func TestParse(t *testing.T) {
	// run returns the line that is left for the cli package, and the flags that are set.
	run := func(args string) (line, flags string, err error) {
		names := func() []string { return []string{"FCFS", "Own", "own-too", "all"} }
		leaf := &cli.Command{Name: "read", HelpName: "read", Flags: In("",
			Flag(new(int), "index", "").Alias("i"), Flag(new(bool), "quiet", ""), Flag(new([]string), "do", "").Repeats(),
			Flag(new(string), "policies", "`NAME,NAME...`").Alias("p").Takes(names), Flag(new(float64), "gap", ""),
		)}
		p := Program{Commands: []*cli.Command{Group("data", "", "", leaf), leaf}}
		left, err := p.parse(strings.Fields(args))
		for _, o := range Options(leaf) {
			if o.IsSet() {
				flags += " " + o.Name + "=" + o.Text()
			}
		}
		return strings.Join(left, " "), strings.TrimSpace(flags), err
	}
	for args, want := range map[string]struct{ line, flags string }{
		"p read f --index -1":               {"p read -- f", "index=-1"},
		"p read f -i 3 g --quiet":           {"p read -- f g", "index=3 quiet=true"},
		"p read f --index=3":                {"p read -- f", "index=3"},
		"p read --quiet -- --index":         {"p read -- --index", "quiet=true"},
		"p read - --quiet":                  {"p read -- -", "quiet=true"},
		"p data read f --quiet":             {"p data read -- f", "quiet=true"},
		"p read f --help --quiet":           {"p read --help -- f", "quiet=true"},
		"p data --help":                     {"p data --help", ""},
		"p help data read":                  {"p data help read", ""},
		"p help read":                       {"p help read", ""},
		"p --version":                       {"p --version", ""},
		"p other f --quiet":                 {"p other f --quiet", ""},
		"p read --policies fcfs,OWN,x":      {"p read", "policies=FCFS,Own,x"},
		"p read --policies=ALL":             {"p read", "policies=all"},
		"p data read f -p oWn-tOO":          {"p data read -- f", "policies=own-too"},
		"p read --gap 2.9% f":               {"p read -- f", "gap=0.029"},
		"p read --gap=5%":                   {"p read", "gap=0.05"},
		"p read --policies 5%":              {"p read", "policies=5%"},
		"p read --index 010 f":              {"p read -- f", "index=10"},
		"p read --index=-08":                {"p read", "index=-8"},
		"p read --policies own f -p x":      {"p read -- f", "policies=Own,x"},
		"p read --do a --do b,c":            {"p read", "do=a,b,c"},
		"p read --index 1 -i 01 --quiet":    {"p read", "index=1 quiet=true"},
		"p read ALL":                        {"p read -- ALL", ""},
		"p read --generate-bash-completion": {"p read --generate-bash-completion", ""},
		"":                                  {"", ""},
	} {
		if line, flags, err := run(args); err != nil || line != want.line || flags != want.flags {
			t.Errorf("%s: found %q, %q, error %v, expected %+v", args, line, flags, err, want)
		}
	}
	for args, want := range map[string]string{
		"p read --index 0x10":            `--index: found "0x10", expected a whole number`,
		"p read --index=1_0":             `--index: found "1_0", expected a whole number`,
		"p read -i 0b1":                  `--index: found "0b1", expected a whole number`,
		"p read f --index":               `--index: found no value, expected a whole number`,
		"p read f --unknown g":           `read: found --unknown, which is no flag of optgap read`,
		"p data --quiet=x read":          `found --quiet, which is no flag of optgap, but of read or read`,
		"p read --gap 5%%":               `--gap: found "5%%", expected a number`,
		"p read -i 1 --index 2":          `--index: found "1" and "2", expected one value`,
		"p read --quiet --quiet=false":   `--quiet: found "true" and "false", expected one value`,
		"p data read f --gap 0 --gap 5%": `--gap: found "0" and "0.05", expected one value`,
	} {
		if line, flags, err := run(args); err == nil || err.Error() != want {
			t.Errorf("%s: found %q, %q, error %v, expected %s", args, line, flags, err, want)
		}
	}
}
