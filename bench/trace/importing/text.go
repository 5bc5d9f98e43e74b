package importing

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/trace/swf"
)

// spanDigits is the largest number of digits of a part of a length of time.
const spanDigits = 9

// span reads a length of time, such as 2-00:00:00, 240:00:00, 1:00:00:00, 30:00 or 90, and
// returns it in seconds. The parts are days, hours, minutes and seconds, from the right.
// ok is false for any other text.
func span(text string) (seconds int64, ok bool) {
	days, rest, dashed := strings.Cut(text, "-")
	if !dashed {
		days, rest = "0", text
	}
	units := []int64{24 * 3600, 3600, 60, 1}
	parts := strings.Split(rest, ":")
	if len(parts) > len(units) || dashed && len(parts) > 3 {
		return 0, false
	}
	units = units[len(units)-len(parts):]
	seconds, ok = count(days, spanDigits)
	seconds *= 24 * 3600
	for i, part := range parts {
		n, digits := count(part, spanDigits)
		ok = ok && digits
		seconds += n * units[i]
	}
	return seconds, ok
}

// count reads a whole number with at most so many digits, which are fewer than 19.
func count(text string, most int) (int64, bool) {
	if len(text) > most {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 63)
	return int64(n), err == nil
}

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
