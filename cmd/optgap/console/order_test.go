package console

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// Flags go before arguments with their values. What follows "--" stays an argument.
func TestOrdered(t *testing.T) {
	leaf := &cli.Command{Name: "read", Flags: []cli.Flag{
		&cli.IntFlag{Name: "index", Aliases: []string{"i"}}, &cli.BoolFlag{Name: "quiet"},
		&cli.StringFlag{Name: "policies", Aliases: []string{"p"}, Usage: "`NAME,NAME...`"}, &cli.StringSliceFlag{Name: "do"},
		OptionOf(&cli.Float64Flag{Name: "gap"}),
	}}
	values := Values{"policies": func() []string { return []string{"FCFS", "Own", "own-too", "all"} }}
	commands := []*cli.Command{Group("data", "", "", leaf), leaf}
	for args, want := range map[string]string{
		"p read f --index -1":               "p read --index=-1 -- f",
		"p read f -i 3 g --quiet":           "p read -i=3 --quiet=true -- f g",
		"p read f --index=3":                "p read --index=3 -- f",
		"p read --quiet -- --index":         "p read --quiet=true -- --index",
		"p read - --quiet":                  "p read --quiet=true -- -",
		"p data read f --quiet":             "p data read --quiet=true -- f",
		"p read f --index":                  "p read --index -- f",
		"p read f --unknown g":              "p read --unknown -- f g",
		"p data --help":                     "p data --help",
		"p help data read":                  "p data help read",
		"p help read":                       "p help read",
		"p --version":                       "p --version",
		"p other f --quiet":                 "p other f --quiet",
		"p read --policies fcfs,OWN,x":      "p read --policies=FCFS,Own,x",
		"p read --policies=ALL":             "p read --policies=all",
		"p data read f -p oWn-tOO":          "p data read -p=own-too -- f",
		"p read --gap 2.9% f":               "p read --gap=0.029 -- f",
		"p read --gap=5%":                   "p read --gap=0.05",
		"p read --gap 5%%":                  "p read --gap=5%%",
		"p read --policies 5%":              "p read --policies=5%",
		"p read --index 010 f":              "p read --index=10 -- f",
		"p read --index=-08":                "p read --index=-8",
		"p read --policies own f -p x":      "p read --policies=Own,x -- f",
		"p read --do a --do b,c":            "p read --do=a --do=b,c",
		"p read --index 1 -i 01 --quiet":    "p read --index=1 --quiet=true",
		"p read ALL":                        "p read -- ALL",
		"p read --generate-bash-completion": "p read --generate-bash-completion",
	} {
		got, err := ordered(commands, values, strings.Fields(args))
		if err != nil || !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: found %q, error %v, expected %s", args, got, err, want)
		}
	}
	for args, want := range map[string]string{
		"p read --index 0x10":            `--index: found "0x10", expected a whole number`,
		"p read --index=1_0":             `--index: found "1_0", expected a whole number`,
		"p read -i 0b1":                  `--index: found "0b1", expected a whole number`,
		"p read -i 1 --index 2":          `--index: found "1" and "2", expected one value`,
		"p read --quiet --quiet=false":   `--quiet: found "true" and "false", expected one value`,
		"p data read f --gap 0 --gap 5%": `--gap: found "0" and "0.05", expected one value`,
	} {
		if got, err := ordered(commands, values, strings.Fields(args)); err == nil || err.Error() != want {
			t.Errorf("%s: found %q, error %v, expected %s", args, got, err, want)
		}
	}
	if got, err := ordered(nil, nil, nil); len(got) > 0 || err != nil {
		t.Errorf("found %q, error %v", got, err)
	}
}
