package console

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// Option is a flag of the cli package with what checks and help need to know of it.
type Option struct {
	plainFlag
	File  *fileRole // nil: the value names no file
	needs []Need    // without one of them the flag has no effect
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

// Bare returns the flag of the cli package.
func Bare(f cli.Flag) cli.Flag {
	if o, ok := f.(*Option); ok {
		return o.plainFlag
	}
	return f
}

// Help is no wider than helpWidth. Flags are indented by helpIndent, and what is said
// of them by helpColumn.
const (
	HelpWidth  = 100
	HelpIndent = 3
	HelpColumn = 28
)

// flagHelp is the text of a flag in help: its name, and beside it what it does.
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

// Placeholder returns what stands between backquotes, the name of the value.
func Placeholder(usage string) string {
	_, rest, _ := strings.Cut(usage, "`")
	value, _, ok := strings.Cut(rest, "`")
	if !ok {
		return ""
	}
	return value
}

// flagUsage says what the flag does, where it has an effect, and its default.
func flagUsage(f cli.DocGenerationFlag) string {
	text := strings.ReplaceAll(f.GetUsage(), "`", "")
	if o, ok := f.(*Option); ok && o.only() != "" {
		text += "; only " + o.only()
	}
	none := []string{"", "0", "0s"} // defaults that say nothing
	value := strings.ReplaceAll(f.GetDefaultText(), `"`, "")
	if f.TakesValue() && !slices.Contains(none, value) {
		text += " (default: " + value + ")"
	}
	return text
}

// Wrapped breaks a text into lines of at most so many characters.
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
