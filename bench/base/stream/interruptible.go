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
	buffer []byte
	rest   chunk
}

type chunk struct {
	data []byte
	err  error
}

// NewInterruptible returns a reader of r that looks for input only once it is
// asked for some. A goroutine may be left behind waiting for input.
func NewInterruptible(ctx context.Context, r io.Reader) *interruptible {
	return &interruptible{ctx: ctx, from: r, buffer: make([]byte, bufferSize)}
}

// Stat tells what file is read, if it is one.
func (i *interruptible) Stat() (fs.FileInfo, error) {
	if f, ok := i.from.(*os.File); ok {
		return f.Stat()
	}
	return nil, fs.ErrInvalid
}

func (i *interruptible) Read(p []byte) (int, error) {
	if len(i.rest.data) == 0 && i.rest.err == nil && i.ctx.Err() == nil {
		read := make(chan chunk, 1)
		go func() {
			n, err := i.from.Read(i.buffer)
			read <- chunk{i.buffer[:n], err}
		}()
		select {
		case i.rest = <-read:
		case <-i.ctx.Done():
		}
	}
	if err := i.ctx.Err(); err != nil {
		return 0, err
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
