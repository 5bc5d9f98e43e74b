package schedulers_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"

	"github.com/optgap/optgap/heuristics"
	"github.com/optgap/optgap/heuristics/must"
)

// TestPeers: whatever a program sends over ZeroMQ, the replay ends within its limit, and by a fault that says why.
func TestPeers(t *testing.T) {
	t.Parallel()
	const (
		greeting = "\xff\x00\x00\x00\x00\x00\x00\x00\x00\x7f\x03\x00NULL"
		rest     = 48 // bytes of the greeting that are 0
		ready    = "\x04\x19\x05READY\x0bSocket-Type\x00\x00\x00\x03REP"
		none     = "found no ZeroMQ at tcp://"
		late     = "found no answer within 500ms, and this replay is lost"
		tooLong  = "found an answer of more than 64 MiB, expected a shorter one"
	)
	greeted := greeting + strings.Repeat("\x00", rest)
	open := greeted + ready
	frame := func(flags byte, size uint64) string {
		return string(binary.BigEndian.AppendUint64([]byte{flags}, size))
	}
	for name, of := range map[string]struct{ says, forever, want string }{
		"silence":               {"", "", late},
		"half a greeting":       {greeting, "", late},
		"a greeting":            {greeted, "", late},
		"all but a reply":       {open, "", late},
		"half a reply":          {open + "\x01\x00\x00\x20{", "", late},
		"pings":                 {open, "\x04\x07\x04PING\x00\x00", late},
		"HTTP":                  {"HTTP/1.1 400 Bad Request\r\n" + strings.Repeat(" ", 64), "", none},
		"an old version":        {strings.Replace(greeted, "\x7f\x03", "\x7f\x01", 1), "", none},
		"a publisher":           {greeted + strings.Replace(ready, "REP", "PUB", 1), "", `peer="PUB" not compatible`},
		"no name of a property": {greeted + "\x04\x08\x05READY\x01a", "", none},
		"a long name":           {greeted + "\x04\x09\x05READY\x03ab", "", none},
		"a greeting of 2^62":    {greeted + frame(6, 1<<62), "", tooLong},
		"a frame of 2^62":       {open + "\x01\x00" + frame(2, 1<<62), "", tooLong},
		"a frame of 2^64 - 1":   {open + "\x01\x00" + frame(2, 1<<64-1), "", tooLong},
		"a frame of 2^40":       {open + "\x01\x00" + frame(2, 1<<40), "", tooLong},
		"a broken command":      {open + "\x04\x02\x09P", "", "message 1: zmq4: could not unmarshal ZMTP recv msg: "},
		"frames":                {open, "\x01\x00", tooLong},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := listen(t, func(c net.Conn) {
				c.Write([]byte(of.says))
				for err := error(nil); err == nil && of.forever != ""; {
					_, err = c.Write(bytes.Repeat([]byte(of.forever), 1000))
				}
				io.Copy(io.Discard, c) // until the connection is closed
			})
			limit := time.Hour
			if of.want == late {
				limit = 500 * time.Millisecond
			}
			_, err := commanded(t.Context(), "zmq:"+address, limit, 4, oneAfterAnother)
			var fault *heuristics.Fault
			if !errors.As(err, &fault) || !strings.HasPrefix(fault.Reason, "message 1: ") ||
				!strings.Contains(fault.Reason, of.want) || strings.Contains(fault.Reason, "has closed") {
				t.Errorf("error %v, expected a fault: %s", err, of.want)
			}
		})
	}
}

// TestPings: a command before a reply is none, and a reply may have 64 MiB.
func TestPings(t *testing.T) {
	t.Parallel()
	address := listen(t, func(conn net.Conn) {
		c := must.Get(zmq4.Open(conn, null.Security(), zmq4.Rep, nil, true, nil))
		for at := range 2 {
			must.Get(c.RecvMsg())
			must.Do(c.SendCmd("PING", make([]byte, 2)))
			pong := must.Get(c.RecvMsg())
			must.Equal(t, pong.Type, zmq4.CmdMsg, pong)
			reply := fmt.Sprintf(`{"now":%d,"events":[{"timestamp":%[1]d,"type":"EXECUTE_JOB","data":{"job_id":"w0!1"}}]}`, at)
			if at == 0 {
				reply = strings.Repeat(" ", 64<<20-200) + `{"now":0,"events":[]}`
			}
			must.Do(c.SendMsg(zmq4.NewMsgFrom(nil, []byte(reply))))
		}
		must.Get(c.RecvMsg())
	})
	_, err := commanded(t.Context(), "zmq:"+address, time.Hour, 4, oneAfterAnother)
	must.Refuse(t, err, "message 3: the program has closed the connection")
}

// listen returns the address at which one connection is served.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { l.Close() })
	go func() {
		if c, err := l.Accept(); err == nil {
			defer c.Close()
			serve(c)
		}
	}()
	return "tcp://" + l.Addr().String()
}
