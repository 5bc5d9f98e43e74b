package importing

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// longestLine is the length in bytes of the longest line that is read. The limit keeps a
// damaged file from filling the memory.
const longestLine = 1 << 20

// eachLine calls visit with the number and the text of each line that is not blank. It ends
// with the first error.
func eachLine(r io.Reader, name string, visit func(line int, text string) error) error {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 1<<16), longestLine)
	number := 0
	for in.Scan() {
		number++
		text := strings.TrimRight(in.Text(), "\r")
		if number == 1 {
			text = strings.TrimPrefix(text, "\ufeff") // a byte order mark
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		if err := visit(number, text); err != nil {
			return err
		}
	}
	return readError(in.Err(), name, number)
}

// readError returns the error about a failure to read after a line; nil: there was none.
func readError(err error, name string, line int) error {
	var named *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bufio.ErrTooLong):
		return wrong(name, line+1, "line", fmt.Sprintf("more than %d bytes", longestLine), "a shorter line")
	case errors.As(err, &named):
		return fmt.Errorf("after line %d: %w", line, err)
	}
	return fmt.Errorf("%s: after line %d: %w", name, line, err)
}
