package stream

import (
	"context"
	"io"
	"io/fs"
	"os"
)

// interruptible is a reader that returns the context's error as soon as the
// context is cancelled, also while it waits for input.
type interruptible struct {
	ctx    context.Context
	from   io.Reader
	chunks chan chunk
	want   chan struct{}
	rest   chunk
}

type chunk struct {
	data []byte
	err  error
}

// NewInterruptible returns a reader of r that looks for input only once it is
// asked for some. A goroutine may be left behind waiting for input.
func NewInterruptible(ctx context.Context, r io.Reader) *interruptible {
	i := &interruptible{ctx: ctx, from: r, chunks: make(chan chunk), want: make(chan struct{})}
	go func() {
		buffer := make([]byte, 1<<16)
		for {
			select {
			case <-i.want:
			case <-ctx.Done():
				return
			}
			n, err := r.Read(buffer)
			select {
			case i.chunks <- chunk{buffer[:n], err}:
			case <-ctx.Done():
				return
			}
		}
	}()
	return i
}

// Stat tells what file is read, if it is one.
func (i *interruptible) Stat() (fs.FileInfo, error) {
	if f, ok := i.from.(*os.File); ok {
		return f.Stat()
	}
	return nil, fs.ErrInvalid
}

func (i *interruptible) Read(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	if len(i.rest.data) == 0 && i.rest.err == nil {
		if err := i.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, i.rest.data)
	i.rest.data = i.rest.data[n:]
	if len(i.rest.data) > 0 {
		return n, nil
	}
	err := i.rest.err
	i.rest.err = nil
	return n, err
}

func (i *interruptible) next() error {
	select {
	case i.want <- struct{}{}:
	case <-i.ctx.Done():
		return i.ctx.Err()
	}
	select {
	case i.rest = <-i.chunks:
		return nil
	case <-i.ctx.Done():
		return i.ctx.Err()
	}
}
