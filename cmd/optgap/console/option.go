package console

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// Option is a flag of the cli package, with data for checks and help.
type Option struct {
	plainFlag
	File  *fileRole // use of the file that the value names; nil: the value names no file
	needs []Need    // conditions, all of which must hold for the flag to have an effect
}

// plainFlag has the methods of all flags of the cli package.
type plainFlag interface {
	cli.DocGenerationFlag
	cli.CategorizableFlag
}

// OptionOf returns the flag as an option.
func OptionOf(f cli.Flag) *Option {
	if o, ok := f.(*Option); ok {
		return o
	}
	return &Option{plainFlag: f.(plainFlag)}
}

func (o *Option) String() string { return flagHelp(o) }

// Bare returns the flag of the cli package within the flag.
func Bare(f cli.Flag) cli.Flag {
	if o, ok := f.(*Option); ok {
		return o.plainFlag
	}
	return f
}

// Sizes of help in characters: the width of a line, the indent of flags, and the column at which
// the description of a flag begins.
const (
	HelpWidth  = 100
	HelpIndent = 3
	HelpColumn = 28
)

// flagHelp is the text of a flag in help: its name, and its description beside.
func flagHelp(f cli.Flag) string {
	d, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return ""
	}
	name, text := flagName(d), flagUsage(d)
	lines := Wrapped(text, HelpWidth-HelpColumn)
	padding := strings.Repeat(" ", HelpColumn)
	room := HelpColumn - HelpIndent - 1
	if width := utf8.RuneCountInString(name); width <= room {
		name += strings.Repeat(" ", room+1-width)
	} else {
		name += "\n" + padding
	}
	return name + strings.Join(lines, "\n"+padding)
}

// flagName is such as "--time-limit TIME".
func flagName(f cli.DocGenerationFlag) string {
	var names []string
	for _, name := range f.Names() {
		dashes := "--"
		if len(name) == 1 {
			dashes = "-"
		}
		names = append(names, dashes+name)
	}
	text := strings.Join(names, ", ")
	if !f.TakesValue() {
		return text
	}
	if value := Placeholder(f.GetUsage()); value != "" {
		return text + " " + value
	}
	return text + " VALUE"
}

// Placeholder returns the name of a flag's value, which stands between backquotes in the usage; "":
// there is none.
func Placeholder(usage string) string {
	_, rest, _ := strings.Cut(usage, "`")
	value, _, ok := strings.Cut(rest, "`")
	if !ok {
		return ""
	}
	return value
}

// flagUsage describes a flag: its use, its default and its needs.
func flagUsage(f cli.DocGenerationFlag) string {
	text := strings.ReplaceAll(f.GetUsage(), "`", "")
	none := []string{"", "0", "0s"} // defaults that say nothing
	value := strings.ReplaceAll(f.GetDefaultText(), `"`, "")
	if f.TakesValue() && !slices.Contains(none, value) {
		text += " (default: " + value + ")"
	}
	if o, ok := f.(*Option); ok && o.needed() != "" {
		text += "; only " + o.needed()
	}
	return text
}

// Wrapped breaks a text into lines of at most width characters.
func Wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
