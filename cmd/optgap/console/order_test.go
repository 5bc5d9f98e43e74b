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
		&cli.StringFlag{Name: "policies", Aliases: []string{"p"}},
		OptionOf(&cli.Float64Flag{Name: "gap"}),
	}}
	values := Values{"policies": func() []string { return []string{"FCFS", "Own", "own-too", "all"} }}
	commands := []*cli.Command{Group("data", "", "", leaf), leaf}
	for args, want := range map[string]string{
		"p read f --index -1":               "p read --index -1 -- f",
		"p read f -i 3 g --quiet":           "p read -i 3 --quiet -- f g",
		"p read f --index=3":                "p read --index=3 -- f",
		"p read --quiet -- --index":         "p read --quiet -- --index",
		"p read - --quiet":                  "p read --quiet -- -",
		"p data read f --quiet":             "p data read --quiet -- f",
		"p read f --index":                  "p read --index -- f",
		"p read f --unknown g":              "p read --unknown -- f g",
		"p data --help":                     "p data --help",
		"p help data read":                  "p data help read",
		"p help read":                       "p help read",
		"p --version":                       "p --version",
		"p other f --quiet":                 "p other f --quiet",
		"p read --policies fcfs,OWN,x":      "p read --policies FCFS,Own,x",
		"p read --policies=ALL":             "p read --policies=all",
		"p data read f -p oWn-tOO":          "p data read -p own-too -- f",
		"p read --gap 2.9% f":               "p read --gap 0.029 -- f",
		"p read --gap=5%":                   "p read --gap=0.05",
		"p read --gap 5%%":                  "p read --gap 5%%",
		"p read --policies 5%":              "p read --policies 5%",
		"p read ALL":                        "p read -- ALL",
		"p read --generate-bash-completion": "p read --generate-bash-completion",
	} {
		if got := ordered(commands, values, strings.Fields(args)); !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%s: found %q, expected %s", args, got, want)
		}
	}
	if got := ordered(nil, nil, nil); len(got) > 0 {
		t.Errorf("found %q", got)
	}
}
