package recipe

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
)

// A Class is a range of numbers of waiting jobs, both ends within. Its text is such as "13-20".
type Class struct{ From, To int }

// ParseClass reads a class, such as "13-20", or "13" for a single number.
func ParseClass(text string) (Class, error) {
	first, last, several := strings.Cut(text, "-")
	if !several {
		last = first
	}
	from, err := strconv.Atoi(strings.TrimSpace(first))
	to, second := strconv.Atoi(strings.TrimSpace(last))
	if err != nil || second != nil || from < 1 || to < from {
		return Class{}, optgap.BadField("jobs", strconv.Quote(text), "a range of waiting jobs, such as 13-20")
	}
	return Class{from, to}, nil
}

// Has tells whether a step with so many waiting jobs is of the class.
func (c Class) Has(jobs int) bool { return c.From <= jobs && jobs <= c.To }

// String is such as "13-20".
func (c Class) String() string { return fmt.Sprintf("%d-%d", c.From, c.To) }

// UnmarshalYAML reads a class from its text.
func (c *Class) UnmarshalYAML(unmarshal func(any) error) (err error) {
	var text string
	if err := unmarshal(&text); err != nil {
		return err
	}
	*c, err = ParseClass(text)
	return err
}
