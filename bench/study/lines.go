package study

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/lists"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/folder"
)

// Line is a study of a study file.
type Line struct {
	File   string   // the name of the study file
	Number int      // of the line in the file, from 1
	Name   string   // of the folder of the study: what --out says, or else which study of the file it is, from 1
	Words  []string // the arguments of optgap study, without --out
}

// At puts the place of the line before an error about it. It returns nil for nil.
func (l Line) At(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s:%d: %w", l.File, l.Number, err)
}

// ReadLines reads a study file, which is called name. Blank lines and comments are left out. It
// refuses files without studies, two studies with one name, and study files in YAML.
func ReadLines(in io.Reader, name string) (all []Line, err error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	numbers := map[string]int{} // of lines by the names of their folders, in lower case: file systems may not tell cases
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		number++
		l := Line{File: name, Number: number}
		l.Words, err = split(line)
		if err != nil {
			return nil, l.At(err)
		}
		if len(l.Words) == 0 {
			continue
		}
		l.Name = strconv.Itoa(len(all) + 1)
		if err := l.takeOut(); err != nil {
			return nil, l.At(err)
		}
		key := strings.ToLower(l.Name)
		if other := numbers[key]; other > 0 {
			found := fmt.Sprintf("%s, the folder of line %d", strconv.Quote(l.Name), other)
			return nil, l.At(optgap.BadField("--out", found, "a folder for each study"))
		}
		numbers[key] = number
		all = append(all, l)
	}
	if len(all) == 0 {
		return nil, optgap.BadField(name, "no study", "one on each line, such as "+exampleLine)
	}
	return all, nil
}

const exampleLine = "--method exact --out first TRACE.swf.gz"

// split returns the words of a line as a shell splits it: blanks part words, quotes and backslashes
// keep signs, and # at the beginning of a word begins a comment. Nothing is expanded. A line of
// YAML, which study files once were, is refused.
func split(line string) (words []string, err error) {
	if first := strings.Fields(line); len(first) > 0 && (first[0] == "---" || isKey(first[0])) {
		const expected = "the arguments of one study on each line, such as "
		return nil, optgap.BadField(
			"study file",
			strconv.Quote(first[0])+" of YAML",
			expected+exampleLine,
		)
	}
	var word strings.Builder
	within := false
	escaped := false
	quote := byte(0)
	for _, sign := range []byte(strings.TrimRight(line, "\r\n")) {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune("\"\\$`", rune(sign)) {
				word.WriteByte('\\')
			}
			word.WriteByte(sign)
			escaped = false
		case sign == '\\' && quote != '\'':
			within = true
			escaped = true
		case quote != 0 && sign == quote:
			quote = 0
		case quote == 0 && (sign == '\'' || sign == '"'):
			within = true
			quote = sign
		case quote == 0 && (sign == ' ' || sign == '\t'):
			if within {
				words = append(words, word.String())
			}
			word.Reset()
			within = false
		case sign == '#' && !within:
			return words, nil
		default:
			within = true
			word.WriteByte(sign)
		}
	}
	switch {
	case escaped:
		return nil, optgap.BadField(
			"line",
			"a backslash at its end",
			"another sign behind it: a study is on one line",
		)
	case quote != 0:
		return nil, optgap.BadField(
			"line",
			"no second "+string(quote),
			"two of them: a study is on one line",
		)
	case within:
		words = append(words, word.String())
	}
	return words, nil
}

// isKey reports whether a word is a key of YAML, such as "traces:".
func isKey(
	word string,
) bool {
	return strings.HasSuffix(word, ":") && !strings.HasPrefix(word, "#")
}

// takeOut takes the flag --out from the words. Its value is the name.
func (l *Line) takeOut() error {
	for i := 0; i < len(l.Words) && l.Words[i] != "--"; i++ {
		flag, name, joined := strings.Cut(l.Words[i], "=")
		if flag != "--out" && flag != "-out" {
			continue
		}
		end := i + 1
		if !joined && end < len(l.Words) {
			name = l.Words[end]
			end++
		}
		l.Name = name
		l.Words = slices.Delete(l.Words, i, end)
		return checkName(name)
	}
	return nil
}

// checkName refuses names that no folder of a study may have.
func checkName(name string) error {
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	taken := append(Layout.Names(), folder.SeveralFile)
	switch {
	case slices.Contains(taken, strings.ToLower(name)):
		return optgap.BadText("--out", name, "another name than those of files")
	case name == "", strings.HasPrefix(name, "."), strings.ContainsAny(name, `/\`),
		strings.ContainsFunc(name, unprintable):
		const expected = "the name of a folder, which is made below --out of the command"
		return optgap.BadText("--out", name, expected)
	}
	return nil
}

// HoldsLines reports whether a folder holds the studies of a study file.
func HoldsLines(dir string) bool { return folder.Files{Info: folder.SeveralFile}.HeldIn(dir) }

// LinesIn returns the studies of the study file in a folder. The error is fs.ErrNotExist where there is none.
func LinesIn(dir string) ([]Line, error) {
	path := filepath.Join(dir, folder.SeveralFile)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ReadLines(bytes.NewReader(text), path)
}

// KeepLines makes or opens the folder of the studies of a study file, and keeps the text of the file there. The folder
// may hold an earlier file. The studies of that file must then be among the lines.
func KeepLines(dir string, text []byte, lines []Line) error {
	earlier, err := LinesIn(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = folder.CheckFree(dir, nil)
	}
	if err != nil {
		return err
	}
	for _, old := range earlier {
		if !slices.ContainsFunc(lines, func(l Line) bool { return l.Name == old.Name }) {
			const expected = "the same studies or more: name another folder"
			return old.At(optgap.BadField("study", old.Name+", which is missing now", expected))
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	return stream.WriteFile(filepath.Join(dir, folder.SeveralFile), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// MergeLines joins the folders of the shards of a study file into the new folder out. It returns the lines
// of the file, and the content of the study of each. It refuses shards of different files, and a study that is in no
// shard, in two, or not complete.
func MergeLines(
	ctx context.Context, out string, shards []string,
) (lines []Line, all []folder.Content[optgap.Step, record.Result], err error) {
	if err := folder.CheckApart(out, shards); err != nil {
		return nil, nil, err
	}
	text, err := commonText(shards)
	if err != nil {
		return nil, nil, err
	}
	lines, err = LinesIn(shards[0])
	if err != nil {
		return nil, nil, err
	}
	err = folder.Create(out, func(unready string) error {
		for _, l := range lines {
			dir, err := l.in(shards)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			content, err := folder.Read(dir, Layout)
			if err != nil {
				return err
			}
			if !content.Info.Complete {
				const expected = "true: the command that began this shard goes on with it"
				return optgap.BadField(dir+": complete", false, expected)
			}
			if err := os.CopyFS(filepath.Join(unready, l.Name), os.DirFS(dir)); err != nil {
				return err
			}
			all = append(all, content)
		}
		return os.WriteFile(filepath.Join(unready, folder.SeveralFile), text, 0o666)
	})
	return lines, all, err
}

// commonText returns the study file of shards, which have one.
func commonText(shards []string) (first []byte, err error) {
	for i, dir := range shards {
		path := filepath.Join(dir, folder.SeveralFile)
		text, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, optgap.BadField(
				dir,
				"no "+folder.SeveralFile,
				"a shard of the studies of a study file, as others are",
			)
		case err != nil:
			return nil, err
		case i > 0 && !bytes.Equal(text, first):
			return nil, optgap.BadField(
				path,
				"other studies",
				"those of "+filepath.Join(shards[0], folder.SeveralFile),
			)
		}
		first = text
	}
	return first, nil
}

// in returns the folder of the study, which one of the shards has.
func (l Line) in(shards []string) (string, error) {
	dirs := lists.Each(shards, func(dir string) string { return filepath.Join(dir, l.Name) })
	held := slices.DeleteFunc(dirs, func(dir string) bool { return !Layout.HeldIn(dir) })
	switch len(held) {
	case 0:
		return "", l.At(
			optgap.BadField(
				"study",
				"no folder "+l.Name+" in any shard",
				"the shards of all lines",
			),
		)
	case 1:
		return held[0], nil
	}
	return "", optgap.BadField(held[1], "a study that is in "+held[0]+" too", "each study once")
}
