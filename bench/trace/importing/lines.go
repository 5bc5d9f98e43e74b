package importing

import (
	"fmt"
	"io"
	"strings"

	"github.com/optgap/optgap/bench/trace/swf"
)

// eachLine calls visit with the number and the text of each line that is not blank. It ends
// with the first error.
func eachLine(r io.Reader, name string, visit func(line int, text string) error) error {
	in := swf.NewLines(r)
	for in.Next() {
		if in.TooLong {
			return wrong(name, in.Number, "line", fmt.Sprintf("more than %d bytes", swf.MaxLine), "a shorter line")
		}
		text := string(in.Text)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := visit(in.Number, text); err != nil {
			return err
		}
	}
	return in.Error(name)
}
