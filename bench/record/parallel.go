package record

import (
	"io"
	"iter"
	"runtime"
	"sync"

	"github.com/optgap/optgap/bench/base/field"
)

// batchLines is the number of lines that one core parses at once.
const batchLines = 64

// InParallel returns a reader like [ReadResults] that parses lines on all cores. The reader
// yields values in the order of the file. It reads ahead, so it is for files and not for a
// pipe into which another program writes line by line.
func InParallel[T any](
	parse func([]byte) (T, error),
) func(r io.Reader, file string) iter.Seq2[T, error] {
	return func(r io.Reader, file string) iter.Seq2[T, error] {
		return func(yield func(T, error) bool) {
			batches := make(chan *batch[T], runtime.GOMAXPROCS(0))
			stopped := make(chan struct{})
			var reading sync.WaitGroup
			reading.Go(func() { split(r, file, parse, batches, stopped) })
			defer reading.Wait() // the caller closes the file
			defer close(stopped)
			for b := range batches {
				<-b.done
				for i := range b.lines {
					if !yield(b.values[i], b.errors[i]) {
						return
					}
				}
			}
		}
	}
}

// Collect returns all values, or the first error.
func Collect[T any](values iter.Seq2[T, error]) (all []T, err error) {
	for v, err := range values {
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// batch is a run of lines. values and errors hold the value or the error of each line once
// done is closed.
type batch[T any] struct {
	lines  []Text
	values []T
	errors []error
	done   chan struct{}
}

// split reads the lines of a file in batches, which are parsed side by side. It sends the
// batches in order, until stopped.
func split[T any](r io.Reader, file string, parse func([]byte) (T, error),
	to chan<- *batch[T], stopped <-chan struct{}) {
	defer close(to)
	var lines []Text
	send := func() (ok bool) {
		b := &batch[T]{lines: lines, done: make(chan struct{})}
		lines = nil
		select {
		case to <- b: // waits while as many batches as there are cores are under way
			go b.parse(file, parse)
			return true
		case <-stopped:
			return false
		}
	}
	for line := range textLines(r) {
		lines = append(lines, line)
		if len(lines) == batchLines && !send() {
			return
		}
	}
	if len(lines) > 0 {
		send()
	}
}

// parse parses all lines of the batch.
func (b *batch[T]) parse(file string, parse func([]byte) (T, error)) {
	b.values = make([]T, len(b.lines))
	b.errors = make([]error, len(b.lines))
	for i, line := range b.lines {
		b.errors[i] = field.Catch(func() (err error) {
			b.values[i], err = parsed(line, file, parse)
			return err
		})
	}
	close(b.done)
}
