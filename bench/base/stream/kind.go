package stream

import (
	"bufio"
	"bytes"
	"fmt"
	"io/fs"
)

// foreign holds the first bytes of files without text, and the names of their kinds.
var foreign = []struct{ magic, kind string }{
	{"\xfd7zXZ\x00", "data compressed by xz"},
	{"BZh", "data compressed by bzip2"},
	{"\x28\xb5\x2f\xfd", "data compressed by zstd"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive"},
	{"PK\x03\x04", "a zip archive"},
	{"\x1f\x8b", "data compressed by gzip twice"},
	{"\x1f\x9d", "data compressed by compress"},
	{"\xff\xfe", "text in UTF-16"},
	{"\xfe\xff", "text in UTF-16"},
}

// refuse returns an error where the buffered bytes begin a file without text. It waits for
// no further input.
func (r *Reader) refuse(buffered *bufio.Reader) error {
	head, err := buffered.Peek(buffered.Buffered())
	if err != nil {
		return r.wrap("read", err)
	}
	kind := kindOf(head)
	if kind == "" {
		return nil
	}
	return &fs.PathError{
		Op: "read", Path: r.name, Err: fmt.Errorf("found %s, expected text in UTF-8, plain or compressed by gzip", kind),
	}
}

// kindOf names the kind of a file that begins with head; "" where the file may be text.
func kindOf(head []byte) string {
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return f.kind
		}
	}
	const tar, tarAt = "ustar", 257
	if len(head) > tarAt && bytes.HasPrefix(head[tarAt:], []byte(tar)) {
		return "a tar archive"
	}
	if len(head) >= 4 { // without a byte order mark, every other byte of common characters is 0
		zero := [4]bool{head[0] == 0, head[1] == 0, head[2] == 0, head[3] == 0}
		if zero == [4]bool{false, true, false, true} || zero == [4]bool{true, false, true, false} {
			return "text in UTF-16"
		}
	}
	return ""
}
