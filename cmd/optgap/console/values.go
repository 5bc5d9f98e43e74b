package console

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
)

// Values are the names that flags take. The key is the name of a flag, or that of a command and its
// flag where commands differ: "doctor format". A function returns the names for one flag.
type Values map[string]func() []string

// of returns the names that a flag of a command takes; nil: it takes other values.
func (v Values) of(c *cli.Command, flag string) []string {
	for _, key := range []string{FullName(c) + " " + flag, flag} {
		if names := v[key]; names != nil {
			return names()
		}
	}
	return nil
}

// canonical returns the value of a flag with the names in the case in which the program has them.
// Commas stand between several. What is no known name stays as it is. Of a flag that takes a number,
// it returns a percentage as one, and a whole number without zeros before it. The cli package would read
// 010 as 8, so other forms of whole numbers are refused here.
func (v Values) canonical(c *cli.Command, f cli.Flag, value string) (string, error) {
	switch Bare(f).(type) {
	case *cli.Float64Flag:
		if x, err := field.ParseNumber(value); err == nil && strings.HasSuffix(value, "%") {
			return strconv.FormatFloat(x, 'g', -1, 64), nil
		}
		return value, nil
	case *cli.IntFlag, *cli.Int64Flag, *cli.Uint64Flag:
		n, ok := new(big.Int).SetString(value, 10)
		if !ok {
			return "", &optgap.FieldError{Field: "--" + f.Names()[0], Found: strconv.Quote(value), Expected: expectedBy(f)}
		}
		return n.String(), nil
	}
	names := v.of(c, f.Names()[0])
	if names == nil {
		return value, nil
	}
	parts := strings.Split(value, ",")
	for i, part := range parts {
		same := func(name string) bool { return strings.EqualFold(name, strings.TrimSpace(part)) }
		if slices.ContainsFunc(names, func(name string) bool { return name == part }) {
			continue
		}
		if at := slices.IndexFunc(names, same); at >= 0 {
			parts[i] = names[at]
		}
	}
	return strings.Join(parts, ","), nil
}
