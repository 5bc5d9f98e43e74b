package swf

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"github.com/optgap/optgap"
)

// A Reader reads a trace line by line. It needs memory for the header only.
type Reader struct {
	name    string
	lines   Lines
	header  Header
	pending bool // Records has not yielded the current line, a job line
	started bool // the header is read

	fields   int    // of the first job line that is a record; 0: there was none
	odd      int    // records with values that are no numbers, in fields that no replay reads
	firstOdd *Error // the first such value, nil if there is none
}

// NewReader returns a Reader of r, which holds uncompressed text. name is the name of the
// file in errors.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{name: name, lines: NewLines(r)}
}

// Header reads up to the first job line and returns the comments before it. An error in
// reading is yielded by Records.
func (r *Reader) Header() Header {
	if !r.started {
		r.pending = r.nextJobLine()
		r.started = true
	}
	return r.header
}

// Begin reads up to the first job line and returns the comments before it. It is an error if
// reading fails, if there is no job line (ErrNoJobs), or if the first one is of another text
// format.
func (r *Reader) Begin() (Header, error) {
	h := r.Header()
	if !r.pending { // no job line
		if err := r.lines.Error(r.name); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: the trace is empty: %w", r.name, ErrNoJobs)
	}
	if kind := otherFormat(r.lines.Text); kind != "" {
		return nil, &Error{
			File: r.name, Line: r.lines.Number, Found: kind,
			Expected: "a trace in the Standard Workload Format, lines of 18 numbers",
		}
	}
	return h, nil
}

// Records yields the job lines in order. For a line that is not a record it yields an
// *Error, and the caller may stop or go on. An error of another type means that reading
// failed, such as in a truncated file. It is yielded last. Blank lines are ignored. Lines
// are read once: a second loop goes on where the first one stopped.
func (r *Reader) Records() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var rec Record
		for r.advance() {
			var err error
			if bad := r.parse(&rec); bad != nil {
				rec = Record{}
				err = bad
			}
			if !yield(rec, err) {
				return
			}
		}
		if err := r.lines.Error(r.name); err != nil {
			yield(Record{}, err)
		}
	}
}

// advance goes to the next job line. It skips blank lines and comments.
func (r *Reader) advance() bool {
	r.Header()
	if r.pending {
		r.pending = false
		return true
	}
	return r.nextJobLine()
}

func (r *Reader) nextJobLine() bool {
	for r.lines.Next() {
		token, _ := cutToken(r.lines.Text)
		switch {
		case len(token) == 0:
		case token[0] == ';':
			if !r.started {
				r.header = append(r.header, string(r.lines.Text))
			}
		default:
			return true
		}
	}
	return false
}

// otherFormat names the other format that a first job line has; "": it may be a line of a
// trace.
func otherFormat(line []byte) string {
	token, _ := cutToken(line)
	switch {
	case bytes.HasPrefix(token, []byte(`{"format":"optgap-`)):
		format, _, _ := bytes.Cut(token[len(`{"format":`):], []byte(","))
		return "JSON lines of the format " + quote(bytes.Trim(format, `"}`))
	case len(token) > 0 && (token[0] == '{' || token[0] == '['):
		return "JSON"
	case len(token) > 0 && token[0] == '<':
		return "HTML or XML"
	}
	return ""
}

// parse reads the current line into rec.
func (r *Reader) parse(rec *Record) *Error {
	n, odd, bad := rec.parse(r.lines.Text, r.fields)
	if r.fields == 0 && bad == nil {
		r.fields = n
	}
	if odd != nil && bad == nil {
		odd.File = r.name
		odd.Line = r.lines.Number
		r.odd++
		r.firstOdd = cmp.Or(r.firstOdd, odd)
	}
	if bad != nil {
		bad.File = r.name
		bad.Line = r.lines.Number
	}
	return bad
}

// MaxLine is the length in bytes of the longest line that is read. Lines have about a
// hundred bytes. The limit keeps a damaged file, or one without an end such as /dev/zero, from
// filling the memory.
const MaxLine = 1 << 20

// Lines splits a reader into lines. A byte order mark before the first line is left out.
type Lines struct {
	Number int    // of the current line, from 1
	Text   []byte // the current line without its line end, valid until Next

	in    *bufio.Reader
	err   error // what ended the reading, nil at the end of the input
	ended bool
}

// NewLines returns the lines of r, which holds uncompressed text.
func NewLines(r io.Reader) Lines {
	return Lines{in: bufio.NewReaderSize(r, MaxLine+len("\r\n"))}
}

// Error returns the error that ended the reading of the file of that name, or nil if the input
// ended.
func (l *Lines) Error(name string) error {
	if l.err == bufio.ErrBufferFull {
		long := optgap.BadField("line", fmt.Sprintf("more than %d bytes", MaxLine), "a shorter line")
		return fmt.Errorf("%s:%d: %w", name, l.Number+1, long)
	}
	return ReadError(l.err, name, l.Number)
}

// ReadError returns the error about a failure to read a file of that name after a line, or nil if
// there was none.
func ReadError(err error, name string, line int) error {
	var named *fs.PathError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &named):
		return fmt.Errorf("after line %d: %w", line, err)
	}
	return fmt.Errorf("%s: after line %d: %w", name, line, err)
}

// Next goes to the next line. It returns false at the end of the input and after a failure
// to read. The part of a line before a failure is not a line.
func (l *Lines) Next() bool {
	if l.ended {
		return false
	}
	text, err := l.in.ReadSlice('\n')
	if err != nil {
		l.ended = true
		if err != io.EOF {
			l.err = err
			return false
		}
		if len(text) == 0 {
			return false
		}
	}
	l.Number++
	if l.Number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark
	}
	l.Text = bytes.TrimRight(text, "\r\n")
	return true
}
