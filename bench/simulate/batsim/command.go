package batsim

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
)

// DefaultLimit is the time for a decision. It is for programs that hang, not for a busy machine or
// the start of an interpreter.
const DefaultLimit = time.Minute

// Command is a scheduler that is another program.
type Command struct {
	Name string
	// Text is run by "sh -c", and reads and writes one message a line. After "zmq:" stands the
	// address at which the program listens, alone or before what is run.
	Text  string
	Limit time.Duration // of each decision, and of the connection
}

// port stands for a free port in a Text.
const port = "{port}"

// Parse reads a command from text such as "mine=python3 mine.py" or
// "mine=zmq:tcp://127.0.0.1:28000". A limit of 0 stands for DefaultLimit. An *optgap.FieldError
// refuses any other text.
func Parse(text string, limit time.Duration) (c Command, err error) {
	name, run, _ := strings.Cut(text, "=")
	c = Command{
		strings.ToLower(strings.TrimSpace(name)),
		strings.TrimSpace(run),
		cmp.Or(limit, DefaultLimit),
	}
	address, program, overZMQ := c.zmq()
	_, _, isAddress := splitAddress(address)
	switch {
	case c.Text == "":
		return c, refuse(text, "NAME=COMMAND or NAME=zmq:ADDRESS")
	case overZMQ && !isAddress:
		return c, refuse(text, "an address such as tcp://127.0.0.1:28000 after zmq:")
	case overZMQ && (program == "") == strings.Contains(address, port):
		return c, refuse(text, "an address alone, or one with "+port+" before a command")
	case limit < 0:
		return c, optgap.BadField("decision-limit", limit, "at least 0s")
	}
	return c, optgap.CheckName("scheduler-command", c.Name)
}

func refuse(text, expected string) error {
	return optgap.BadText("scheduler-command", text, expected)
}

// zmq returns the address of a program and what is run; false: the program reads its standard
// input.
func (c Command) zmq() (address, program string, ok bool) {
	address, ok = strings.CutPrefix(c.Text, "zmq:")
	if i := strings.IndexFunc(address, unicode.IsSpace); i >= 0 {
		address, program = address[:i], strings.TrimSpace(address[i:])
	}
	return address, program, ok
}

// CheckReplays refuses several replays by a program that nothing starts again.
func (c Command) CheckReplays(n int) error {
	if _, program, overZMQ := c.zmq(); n < 2 || !overZMQ || program != "" {
		return nil
	}
	return refuse(c.Name+"="+c.Text, "for several replays a command that starts for each: "+
		"NAME='zmq:tcp://127.0.0.1:{port} COMMAND {port}'")
}

// Names returns the names of the commands.
func Names(
	all []Command,
) []string {
	return lists.Each(all, func(c Command) string { return c.Name })
}

// process returns the process of the command, which has not started.
func (c Command) process() (*process, error) {
	p := &process{limit: c.Limit, exited: make(chan struct{})}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	var overZMQ bool
	p.address, p.program, overZMQ = c.zmq()
	if !overZMQ {
		p.address = ""
		p.program = c.Text
	}
	if !strings.Contains(p.address, port) {
		return p, nil
	}
	number, err := freePort()
	p.address = strings.ReplaceAll(p.address, port, number)
	p.program = strings.ReplaceAll(p.program, port, number)
	return p, err
}

// freePort returns a port on which nobody listens. It is none of those that the system gives to
// connections, or else a connection that is tried before the program listens may be one with
// itself.
func freePort() (number string, err error) {
	for range 100 {
		number = strconv.Itoa(20_000 + rand.IntN(12_000))
		var free net.Listener
		free, err = net.Listen("tcp", ":"+number)
		if err == nil {
			return number, free.Close()
		}
	}
	return "", err
}
