package batsim

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
)

// peer is a program that answers over ZeroMQ.
type peer struct {
	conn net.Conn
	zmtp *zmq4.Conn // on conn
}

// splitAddress returns the network and the address of such as "tcp://127.0.0.1:28000" and
// "ipc:///tmp/socket", as Go names them; false: it is none.
func splitAddress(text string) (network, address string, ok bool) {
	scheme, address, _ := strings.Cut(text, "://")
	switch scheme {
	case "tcp":
		_, _, err := net.SplitHostPort(address)
		return "tcp", strings.TrimPrefix(address, "*"), err == nil
	case "ipc":
		return "unix", address, address != ""
	}
	return "", "", false
}

// dial connects with a program, which need not listen yet. The end of the context closes the
// connection.
func dial(ctx context.Context, address string, late time.Time) (p *peer, err error) {
	network, where, _ := splitAddress(address)
	timed, cancel := context.WithDeadline(ctx, late)
	defer cancel()
	var conn net.Conn
	for {
		conn, err = new(net.Dialer).DialContext(timed, network, where)
		if err == nil {
			break
		}
		select {
		case <-timed.Done():
			return nil, timed.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	conn.SetDeadline(late)
	p = &peer{conn: conn}
	p.zmtp, err = open(&guarded{Conn: conn, in: bufio.NewReader(conn), rest: greeting})
	if err != nil {
		return nil, fmt.Errorf("found no ZeroMQ at %s: %w", address, err)
	}
	return p, nil
}

// open exchanges greetings. zmq4 panics where a length within a greeting is wrong.
func open(conn net.Conn) (c *zmq4.Conn, err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			err = fmt.Errorf("%v", wrong)
		}
	}()
	return zmq4.Open(conn, null.Security(), zmq4.Req, nil, false, nil)
}

// exchange sends a message and returns the reply. Commands such as PING are none.
func (p *peer) exchange(message []byte, late time.Time) (reply []byte, err error) {
	p.conn.SetDeadline(late)
	if err := p.zmtp.SendMsg(zmq4.NewMsgFrom(nil, message)); err != nil {
		return nil, err
	}
	answer := zmq4.Msg{Type: zmq4.CmdMsg}
	for err == nil && answer.Type == zmq4.CmdMsg {
		answer, err = p.zmtp.RecvMsg()
	}
	return answer.Bytes(), err // the first frame is empty
}

// guarded is a connection that hands on no message of more bytes than a reply may have. zmq4 makes
// room for a frame once it is announced.
type guarded struct {
	net.Conn
	in   *bufio.Reader
	rest uint64 // bytes of the greeting or of the frame that are not read yet
	size uint64 // of the message up to this frame
}

// The Message Transport Protocol of ZeroMQ (https://rfc.zeromq.org/spec/23): bytes of the greeting,
// which stands before all frames, and flags of a frame.
const (
	greeting  = 64
	moreFlag  = 1
	longFlag  = 2
	frameRoom = 64 // bytes that a frame counts, however short it is
)

func (g *guarded) Read(b []byte) (int, error) {
	if g.rest == 0 {
		if err := g.begin(); err != nil {
			return 0, err
		}
	}
	n, err := g.in.Read(b[:min(uint64(len(b)), g.rest)])
	g.rest -= uint64(n)
	return n, err
}

// begin looks at the head of the next frame.
func (g *guarded) begin() error {
	head, err := g.in.Peek(2)
	if err != nil {
		return err
	}
	flags := head[0]
	size := uint64(head[1])
	if flags&longFlag != 0 {
		head, err = g.in.Peek(9)
		if err != nil {
			return err
		}
		size = binary.BigEndian.Uint64(head[1:])
	}
	g.size += frameRoom
	if size > longest || g.size+size > longest {
		return errTooLong
	}
	g.size += size
	if flags&moreFlag == 0 {
		g.size = 0
	}
	g.rest = uint64(len(head)) + size
	return nil
}
