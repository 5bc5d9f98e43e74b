package swf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
)

// A Header holds the comment lines before the first job line, verbatim and in order, without
// line ends.
type Header []string

// NewHeader returns a header for a new trace: the version, the processors of the machine,
// and a Note for each line of provenance.
func NewHeader(machine int64, notes ...string) Header {
	h := Header{"; Version: 2.2", "; MaxProcs: " + strconv.FormatInt(machine, 10)}
	return h.WithNotes(notes...)
}

// WithNotes returns the header with a Note appended for each line of each note.
func (h Header) WithNotes(notes ...string) Header {
	h = slices.Clip(h)
	for _, note := range notes {
		for line := range strings.Lines(note) {
			h = append(h, "; Note: "+strings.TrimRight(line, "\r\n"))
		}
	}
	return h
}

// Get returns the value of the first header line "; key: value", trimmed; "": there is none.
// The case of keys does not matter.
func (h Header) Get(key string) string {
	if values := h.All(key); len(values) > 0 {
		return values[0]
	}
	return ""
}

// All returns the values of all header lines with the key, such as "Note".
func (h Header) All(key string) []string {
	var values []string
	for _, line := range h {
		if value, ok := headerValue(line, key); ok {
			values = append(values, value)
		}
	}
	return values
}

// With returns the header with a new value in the first line of the key. Without such a line
// one is appended.
func (h Header) With(key, value string) Header {
	line := "; " + key + ": " + value
	for i := range h {
		if _, ok := headerValue(h[i], key); ok {
			changed := slices.Clone(h)
			changed[i] = line
			return changed
		}
	}
	return append(slices.Clip(h), line)
}

func headerValue(line, key string) (value string, ok bool) {
	name, value, ok := strings.Cut(strings.TrimLeft(line, "; \t"), ":")
	if !ok || !strings.EqualFold(strings.TrimSpace(name), key) {
		return "", false
	}
	return strings.TrimSpace(value), true
}

// count returns the value of a header line with a positive number. The format lets the numbers of
// the partitions follow, as in "512 (384, 128)". It is 0 where there is no such line, or where it
// has -1 for unknown.
func (h Header) count(key string) (int64, error) {
	value := h.Get(key)
	if value == "" || value == "-1" {
		return 0, nil
	}
	whole, partitions, listed := strings.Cut(value, "(")
	n, err := strconv.ParseInt(strings.TrimSpace(whole), 10, 64)
	if err != nil || n < 1 || listed && !strings.HasSuffix(partitions, ")") {
		return 0, optgap.BadField(
			"header line "+key,
			quote([]byte(value)),
			"a positive whole number",
		)
	}
	return n, nil
}

// Processors returns MaxProcs, else MaxNodes; 0: the header tells neither.
func (h Header) Processors() (int64, error) {
	if n, err := h.count("MaxProcs"); n > 0 || err != nil {
		return n, err
	}
	return h.count("MaxNodes")
}

// Machine returns the processors of the machine. It is an error if the header does not tell.
func (h Header) Machine() (int64, error) {
	const hint = "give the machine's processors (--machine)"
	switch n, err := h.Processors(); {
	case err != nil:
		return 0, fmt.Errorf("%w; %s", err, hint)
	case n > 0:
		return n, nil
	}
	return 0, optgap.BadField("header", "neither MaxProcs nor MaxNodes", "one of them; "+hint)
}
