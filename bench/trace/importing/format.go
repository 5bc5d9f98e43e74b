package importing

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/optgap/optgap"
)

// Format is a kind of log.
type Format struct {
	Name  string
	About string // in a few words
	make  func(Options, *tally) log
}

// log reads the files of one log.
type log interface {
	// read reads a file. Its errors name the file, the line and the field.
	read(r io.Reader, name string) error
	// end is called after the last file. It hands on what waited for later lines.
	end()
}

// Formats returns all formats.
func Formats() []Format {
	return []Format{
		{"slurm", "what sacct --parsable2 prints", newSlurm},
		{"pbs", "accounting files of PBS and TORQUE", newPBS},
		{"batsim", "a workload of Batsim, in JSON", newBatsim},
	}
}

// formatNamed returns the format of a name, in upper or lower case.
func formatNamed(name string) (Format, error) {
	var known []string
	for _, f := range Formats() {
		if strings.EqualFold(f.Name, name) {
			return f, nil
		}
		known = append(known, f.Name)
	}
	return Format{}, optgap.BadField("from", fmt.Sprintf("%q", name), "one of "+strings.Join(known, ", "))
}

// wrong returns the error about a field in a line of a file.
func wrong(file string, line int, field, found, expected string) error {
	return fmt.Errorf("%s:%d: %w", file, line, optgap.BadField(field, found, expected))
}

// newFault returns the fault of a field, with the reason for which its record is left out.
func newFault(reason Reason, field, found, expected string) error {
	return errors.Join(reason, optgap.BadField(field, found, expected))
}

// at returns an error about a field with the place of the line before it.
func at(file string, line int, err error) error {
	var field *optgap.FieldError
	if !errors.As(err, &field) {
		return err
	}
	return wrong(file, line, field.Field, field.Found, field.Expected)
}

// quote returns a text in quotation marks, shortened to a readable length.
func quote(text string) string {
	const most = 60
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}

// orNone quotes a text that may be missing.
func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return quote(text)
}
