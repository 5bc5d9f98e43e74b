package folder

import (
	"bufio"
	"bytes"
	"container/heap"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
)

// line is a line of one of the files that are merged.
type line[T any, K comparable] struct {
	file   int // index of the file
	name   string
	number int    // in its file, from 1
	text   []byte // with the line end
	value  T
	key    K
}

// wrong is an error about the value of the line.
func (l line[T, K]) wrong(found, expected string) error {
	return l.withPlace(&optgap.FieldError{Field: fmt.Sprint(l.key), Found: found, Expected: expected})
}

// withPlace is an error with the place of the line.
func (l line[T, K]) withPlace(err error) error {
	return &record.LineError{File: l.name, Line: l.number, Err: err}
}

// sorted merges files of JSON lines, each in ascending order of the keys. The files are read side
// by side.
type sorted[T any, K comparable] struct {
	compare func(a, b K) int
	sources []chan batch[T, K]
	stopped chan struct{}
	stop    func()
	heads   []head[T, K] // a heap with an entry for each file that has lines left
	begun   bool
	last    *line[T, K]
}

// batch is a sequence of lines of a file, and the error after them; nil: there is none.
type batch[T any, K comparable] struct {
	lines []line[T, K]
	err   error
}

// batchLines is the number of lines that a reader hands over at once. At most two batches of each
// file are in memory.
const batchLines = 32

// head is the part of a file that has been read and not yet merged.
type head[T any, K comparable] struct {
	rest   []line[T, K]
	err    error
	source chan batch[T, K]
}

// newSorted starts to read the files. Calling stop ends the reading.
func newSorted[T any, K comparable](
	files []string, parse func([]byte) (T, error), key func(T) K, compare func(a, b K) int,
) *sorted[T, K] {
	l := &sorted[T, K]{compare: compare, stopped: make(chan struct{})}
	l.stop = sync.OnceFunc(func() { close(l.stopped) })
	for i, name := range files {
		source := make(chan batch[T, K])
		l.sources = append(l.sources, source)
		r := &reader[T, K]{file: i, name: name, parse: parse, key: key, to: source, stopped: l.stopped}
		go r.run()
	}
	return l
}

// next returns the line with the smallest key; false: no line is left. A key that is there twice,
// or out of order, is an error.
func (l *sorted[T, K]) next() (next line[T, K], ok bool, err error) {
	if !l.begun {
		if err := l.begin(); err != nil {
			return next, false, err
		}
	}
	if len(l.heads) == 0 {
		return next, false, nil
	}
	first := &l.heads[0]
	next = first.rest[0]
	if first.rest = first.rest[1:]; len(first.rest) == 0 {
		*first, err = receive(first.source, first.err)
	}
	if err != nil {
		return next, false, err
	}
	if len(first.rest) == 0 {
		heap.Pop((*byKey[T, K])(l))
	} else {
		heap.Fix((*byKey[T, K])(l), 0)
	}
	if l.last != nil {
		switch c := l.compare(l.last.key, next.key); {
		case c == 0:
			return next, false, next.wrong(fmt.Sprintf("the same in line %d of %s", l.last.number, l.last.name), "each once")
		case c > 0:
			return next, false, next.wrong(fmt.Sprintf("it after %v", l.last.key), "ascending order")
		}
	}
	l.last = &next
	return next, true, nil
}

// begin waits for the first lines of all files.
func (l *sorted[T, K]) begin() error {
	l.begun = true
	for _, source := range l.sources {
		h, err := receive(source, nil)
		if err != nil {
			return err
		}
		if len(h.rest) > 0 {
			l.heads = append(l.heads, h)
		}
	}
	heap.Init((*byKey[T, K])(l))
	return nil
}

// receive returns the next lines of a file; none: the file has ended. before is the error after the
// lines before, if there was one.
func receive[T any, K comparable](source chan batch[T, K], before error) (head[T, K], error) {
	if before != nil {
		return head[T, K]{}, before
	}
	b := <-source
	if len(b.lines) == 0 {
		return head[T, K]{}, b.err
	}
	return head[T, K]{b.lines, b.err, source}, nil
}

// byKey is the heap of the files, by the keys of their next lines.
type byKey[T any, K comparable] sorted[T, K]

func (h *byKey[T, K]) Len() int { return len(h.heads) }
func (h *byKey[T, K]) Less(i, j int) bool {
	return h.compare(h.heads[i].rest[0].key, h.heads[j].rest[0].key) < 0
}
func (h *byKey[T, K]) Swap(i, j int) { h.heads[i], h.heads[j] = h.heads[j], h.heads[i] }
func (h *byKey[T, K]) Push(x any)    { h.heads = append(h.heads, x.(head[T, K])) }
func (h *byKey[T, K]) Pop() any {
	last := h.heads[len(h.heads)-1]
	h.heads = h.heads[:len(h.heads)-1]
	return last
}

// reader reads and parses one file.
type reader[T any, K comparable] struct {
	file    int
	name    string
	parse   func([]byte) (T, error)
	key     func(T) K
	to      chan<- batch[T, K]
	stopped <-chan struct{}
}

// run hands over the lines, and then closes the channel.
func (r *reader[T, K]) run() {
	defer close(r.to)
	f, err := os.Open(r.name)
	if err != nil {
		r.send(batch[T, K]{err: err})
		return
	}
	defer f.Close()
	from := bufio.NewReaderSize(f, 1<<16)
	var b batch[T, K]
	for number := 1; b.err == nil; number++ {
		text, err := from.ReadBytes('\n')
		if err == io.EOF && len(text) == 0 {
			break
		}
		l := line[T, K]{file: r.file, name: r.name, number: number, text: text}
		if l, b.err = r.read(l, err); b.err == nil {
			b.lines = append(b.lines, l)
		}
		if len(b.lines) == batchLines {
			if !r.send(b) {
				return
			}
			b = batch[T, K]{err: b.err}
		}
	}
	r.send(b)
}

// read parses a line. failed is the error of reading the line, if there was one.
func (r *reader[T, K]) read(l line[T, K], failed error) (line[T, K], error) {
	if failed == io.EOF {
		return l, l.withPlace(&optgap.FieldError{Field: "line", Found: "the end of the file in it", Expected: "a line end"})
	}
	if failed != nil {
		return l, l.withPlace(failed)
	}
	var err error
	if l.value, err = r.parse(bytes.TrimSpace(l.text)); err != nil {
		return l, l.withPlace(err)
	}
	l.key = r.key(l.value)
	return l, nil
}

// send hands over a batch; false: the merging has been stopped.
func (r *reader[T, K]) send(b batch[T, K]) bool {
	select {
	case r.to <- b:
		return true
	case <-r.stopped:
		return false
	}
}
