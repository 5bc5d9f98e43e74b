package swf

import (
	"bufio"
	"bytes"
	"io"
)

// maxLine is the length in bytes of the longest line that is parsed. Job lines have about a
// hundred bytes. The limit keeps a damaged file from filling the memory.
const maxLine = 1 << 20

// lines splits a reader into lines. It allocates only for lines longer than the buffer.
type lines struct {
	in      *bufio.Reader
	number  int    // of the current line, from 1
	text    []byte // the current line without its line end, valid until next
	tooLong bool   // the line is longer than maxLine; text is its beginning
	err     error  // what ended the reading, nil at the end of the input
	ended   bool
	long    []byte // for lines longer than the buffer of in
}

func newLines(r io.Reader) lines {
	return lines{in: bufio.NewReaderSize(r, 1<<16)}
}

// next goes to the next line. It returns false at the end of the input and after a failure
// to read. The part of a line before a failure is not a line.
func (l *lines) next() bool {
	if l.ended {
		return false
	}
	text, err := l.in.ReadSlice('\n')
	l.tooLong = false
	if err == bufio.ErrBufferFull {
		text, err = l.readLong(text)
	}
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
	l.number++
	if l.number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte order mark
	}
	l.text = bytes.TrimRight(text, "\r\n")
	return true
}

// readLong reads the rest of the line that starts with text.
func (l *lines) readLong(text []byte) ([]byte, error) {
	l.long = l.long[:0]
	err := bufio.ErrBufferFull
	for {
		if len(l.long)+len(text) > maxLine+len("\r\n") {
			l.tooLong = true
		} else {
			l.long = append(l.long, text...)
		}
		if err != bufio.ErrBufferFull {
			return l.long, err
		}
		text, err = l.in.ReadSlice('\n')
	}
}
