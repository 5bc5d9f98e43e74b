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
func InParallel[T any](parse Parser[T]) Lines[T] {
	return func(r io.Reader, file string) iter.Seq2[T, error] {
		return func(yield func(T, error) bool) {
			batches := make(chan batch[T], runtime.GOMAXPROCS(0))
			stopped := make(chan struct{})
			var reading sync.WaitGroup
			reading.Go(func() { split(r, file, parse, batches, stopped) })
			defer reading.Wait() // the caller closes the file
			defer close(stopped)
			for b := range batches {
				for _, line := range <-b {
					if !yield(line.value, line.err) {
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

// batch takes the parsed lines of a batch, once they are.
type batch[T any] chan []parsedLine[T]

type parsedLine[T any] struct {
	value T
	err   error
}

// split reads the lines of a file in batches, which are parsed side by side. It sends the
// batches in order, until stopped.
func split[T any](
	r io.Reader, file string, parse Parser[T], to chan<- batch[T], stopped <-chan struct{},
) {
	defer close(to)
	var lines []Text
	send := func() (ok bool) {
		b := make(batch[T], 1)
		unread := lines
		lines = nil
		select {
		case to <- b: // waits while as many batches as there are cores are under way
			go func() { b <- parseAll(unread, file, parse) }()
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

// parseAll parses lines.
func parseAll[T any](lines []Text, file string, parse Parser[T]) []parsedLine[T] {
	all := make([]parsedLine[T], len(lines))
	for i, line := range lines {
		all[i].err = field.Catch(func() (err error) {
			all[i].value, err = parsed(line, file, parse)
			return err
		})
	}
	return all
}
