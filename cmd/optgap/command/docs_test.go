package command

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/heuristics/must"
)

// root is the folder of the repository.
const root = "../../.."

// pages returns README.md and the pages of docs.
func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	must.Need(t, err == nil && len(found) != 0, "docs: found", found, "error", err)
	return append([]string{filepath.Join(root, "README.md")}, found...)
}

func readPage(file string) string {
	return string(must.Get(os.ReadFile(file)))
}

// block is a run of lines of a page that is shown as typed: fenced or indented.
type block struct {
	language string // behind the opening fence; "" of an indented block
	lines    []string
	first    int    // index of its first line in the page
	remark   string // the HTML comment above it
}

var remark = regexp.MustCompile(`^<!-- (.*) -->$`)

// blocks returns the blocks of a page.
func blocks(page string) (found []block) {
	above := ""
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "```"):
			end := i + 1 + slices.Index(lines[i+1:], "```")
			found = append(found, block{strings.TrimPrefix(line, "```"), lines[i+1 : end], i + 1, above})
			i, above = end, ""
		case strings.HasPrefix(line, "    "):
			end := i
			for end < len(lines) && strings.HasPrefix(lines[end], "    ") {
				end++
			}
			b := block{"", nil, i, above}
			for _, l := range lines[i:end] {
				b.lines = append(b.lines, strings.TrimPrefix(l, "    "))
			}
			found = append(found, b)
			i, above = end-1, ""
		case remark.MatchString(line):
			above = remark.FindStringSubmatch(line)[1]
		case line != "":
			above = ""
		}
	}
	return found
}

// exampleCall is how pages call the command, and what they run beside it. Blocks of the language
// console put "$ " before it and the output below.
var exampleCall = regexp.MustCompile(`^(\$ )?((\./)?optgap [a-z]|python3 |sed )`)

// TestDocsExamples runs the examples of each page in a folder of its own. The embedded sample stands in for the traces
// there, one set for the library, and a tenth of the traces of conformance for all of them. What an earlier example of
// the page wrote is there for the later ones. Comments above blocks say more:
//
//	<!-- file: NAME -->        the block is the content of that file
//	<!-- from: FILE -->        the block occurs in that file of the repository
//	<!-- not run: REASON -->   the examples of the block are not run
//
// Output that a page shows must have the words that the command writes; numbers may
// differ, but for those of verify. Where it ends with "...", more follows. UPDATE=1 writes it into the pages.
func TestDocsExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs studies")
	}
	t.Parallel()
	var ran atomic.Int64
	t.Cleanup(func() {
		must.Hold(t, ran.Load() != 0, "no example ran")
	})
	for _, file := range pages(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			page := readPage(file)
			dir := t.TempDir()
			for _, name := range []string{"TRACE.swf.gz", "KTH-SP2-1996-2.swf.gz"} {
				writeFile(filepath.Join(dir, name), zipped(swf.Sample()))
			}
			someConformance(dir)
			library := filepath.Join(dir, "testdata", "library")
			hard := must.Get(filepath.Abs(filepath.Join(stepsLibrary, "hard")))
			must.Do(errors.Join(os.Mkdir(library, 0o777), os.Symlink(hard, filepath.Join(library, "hard"))))
			lines := strings.Split(page, "\n")
			for _, b := range slices.Backward(runExamples(t, dir, blocks(page), &ran)) {
				lines = slices.Replace(lines, b.first, b.first+b.length, b.output...)
			}
			if os.Getenv("UPDATE") != "" {
				writeFile(file, []byte(strings.Join(lines, "\n")))
			}
		})
	}
}

func writeFile(name string, text []byte) {
	must.Do(os.WriteFile(name, text, 0o666))
}

// shown is where a page shows the output of a command, and what it is.
type shown struct {
	first, length int
	output        []string
}

func runExamples(t *testing.T, dir string, all []block, ran *atomic.Int64) (outputs []shown) {
	for _, b := range all {
		if name, ok := strings.CutPrefix(b.remark, "file: "); ok {
			writeFile(filepath.Join(dir, name), []byte(strings.Join(b.lines, "\n")+"\n"))
			continue
		}
		reason, skipped := strings.CutPrefix(b.remark, "not run: ")
		must.Hold(t, !skipped || len(reason) >= 10,
			"line", b.first+1, reason, "is no reason for not running an example")
		if skipped || b.language == "diff" {
			continue
		}
		for i := 0; i < len(b.lines); i++ {
			if !exampleCall.MatchString(b.lines[i]) {
				continue
			}
			line := strings.ReplaceAll(strings.TrimPrefix(b.lines[i], "$ "), "./optgap ", "optgap ")
			for strings.HasSuffix(line, `\`) {
				i++
				line = strings.TrimSuffix(line, `\`) + strings.TrimSpace(b.lines[i])
			}
			if strings.Contains(line, "python3 ") {
				if _, err := exec.LookPath("python3"); err != nil {
					continue
				}
			}
			ran.Add(1)
			compared := b.language == "console"
			short := shortened(line, compared)
			var stdout, stderr bytes.Buffer
			c := exec.Command("sh", "-c", short)
			c.Dir, c.Stdout, c.Stderr = dir, &stdout, &stderr
			must.Equal(t, c.Run(), nil, line, "run as", short, stderr.String(), stdout.String())
			output := strings.Split(strings.TrimRight(stdout.String(), "\n"), "\n")
			if !compared {
				continue
			}
			want := b.lines[i+1:]
			if end := slices.IndexFunc(want, exampleCall.MatchString); end >= 0 {
				want = want[:end]
			}
			if n := len(want) - 1; n > 0 && want[n] == "..." && n < len(output) {
				output = append(output[:n:n], "...")
			}
			if a, b := words(want), words(output); !slices.Equal(a, b) && os.Getenv("UPDATE") == "" {
				t.Errorf("%s\nwrites\n%s\nthe page shows\n%s\n(UPDATE=1 writes it into the page)",
					line, strings.Join(output, "\n"), strings.Join(want, "\n"))
			}
			outputs = append(outputs, shown{b.first + i + 1, len(want), output})
		}
	}
	return outputs
}

var traceArgument = regexp.MustCompile(`(TRACE|KTH-SP2-1996-2)\.swf\.gz|ctc\.swf`)

// shortened makes an example on a real or long trace short: a study of few steps with little time for each, a replay of
// few jobs. So are experiments, bounds of whole traces, and solves with a time limit, and studies of the sample whose
// output the page does not show. Pictures are small.
func shortened(line string, shown bool) string {
	if regexp.MustCompile("^optgap reproduce (aida2000|mualem2001)( |$)").MatchString(line) {
		return setFlag(setFlag(line, "experiments", "2"), "jobs", "50")
	}
	if strings.HasPrefix(line, "optgap reproduce dutot2004 ") {
		return setFlag(setFlag(line, "runs", "1"), "jobs", "25")
	}
	if strings.HasPrefix(line, "optgap solve ") && strings.Contains(line, "--time-limit") {
		return setFlag(line, "time-limit", "200ms")
	}
	if strings.HasPrefix(line, "optgap offline ") {
		return setFlag(setFlag(line, "time-limit", "1s"), "jobs", "100")
	}
	if strings.Contains(line, " --plot ") {
		line = strings.ReplaceAll(line, " --width 84mm", "")
		line = strings.Replace(line, " --plot ", " --width 60mm --plot ", 1)
	}
	searches := !shown && strings.HasPrefix(line, "optgap study ") && strings.Contains(line, "exact")
	if !searches && !traceArgument.MatchString(line) {
		return line
	}
	switch {
	case strings.HasPrefix(line, "optgap study "):
		return setFlag(setFlag(line, "max-steps", "3"), "time-limit", "500ms")
	case strings.HasPrefix(line, "optgap reproduce grothklags2004 "):
		return setFlag(setFlag(line, "max-steps", "1"), "time-limit", "100ms")
	case strings.HasPrefix(line, "optgap reproduce streit2002 "):
		if line = setFlag(line, "set-jobs", "60"); strings.Contains(line, "--plot") {
			line = setFlag(line, "shrink", "1,0.9")
		}
		return line
	}
	return line
}

// setFlag sets a flag of a command.
func setFlag(line, flag, value string) string {
	given := regexp.MustCompile(`--` + flag + `[ =]\S+`)
	if given.MatchString(line) {
		return given.ReplaceAllString(line, "--"+flag+" "+value)
	}
	before := strings.Join(strings.Fields(line)[:2], " ")
	if strings.HasPrefix(line, "optgap reproduce ") {
		before = strings.Join(strings.Fields(line)[:3], " ")
	}
	return strings.Replace(line, before, fmt.Sprintf("%s --%s %s", before, flag, value), 1)
}

var (
	digits  = regexp.MustCompile(`[0-9][0-9.,e+]*`)
	filling = regexp.MustCompile(`-{3,}|\s+`)
	units   = regexp.MustCompile(`\b0 (ns|µs|ms|s|min|h)\b`)
	headed  = regexp.MustCompile(`\[(µs|ms|s)\]`)
)

// verified are the lines in which verify counts. But for the number of checks, which depends on how often a search
// reports, they are equal on each machine where all searches end.
var (
	verified = regexp.MustCompile(`^([0-9]+ results of [0-9]+ steps|bounds|largest of each result)[,:] `)
	checks   = regexp.MustCompile(`[0-9]+ checks`)
)

// words returns lines without what differs between runs: numbers, their units, the width of columns.
func words(lines []string) []string {
	var out []string
	for _, l := range lines {
		if verified.MatchString(l) {
			out = append(out, checks.ReplaceAllString(l, "0 checks"))
			continue
		}
		l = filling.ReplaceAllString(digits.ReplaceAllString(l, "0"), " ")
		l = headed.ReplaceAllString(units.ReplaceAllString(l, "0 s"), "[s]")
		out = append(out, strings.TrimSpace(l))
	}
	return out
}

var (
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	title  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	target = regexp.MustCompile("(?:`|(?m:^    |^\\$ ))make ([a-z-]+)")
	odd    = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
)

// anchor is the name under which GitHub reaches a title.
func anchor(title string) string {
	return strings.ReplaceAll(odd.ReplaceAllString(strings.ToLower(title), ""), " ", "-")
}

// TestDocsLinks follows the links of the pages to files and titles, and looks up each target of make that they name.
func TestDocsLinks(t *testing.T) {
	makefile := readPage(filepath.Join(root, "Makefile"))
	for _, file := range append(pages(t), filepath.Join(root, "CHANGELOG.md")) {
		for _, found := range target.FindAllStringSubmatch(readPage(file), -1) {
			must.Hold(t, strings.Contains(makefile, "\n"+found[1]+":"),
				file, "make", found[1], "no such target")
		}
		for _, found := range link.FindAllStringSubmatch(readPage(file), -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			path, part, _ := strings.Cut(found[1], "#")
			to := file
			if path != "" {
				to = filepath.Join(filepath.Dir(file), path)
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s: %s: %v", file, found[1], err)
				continue
			}
			titled := func(m []string) bool { return anchor(m[1]) == part }
			if part != "" && !slices.ContainsFunc(title.FindAllStringSubmatch(readPage(to), -1), titled) {
				t.Errorf("%s: %s: no such title", file, found[1])
			}
		}
	}
}

// TestDocsPrograms: a block below "<!-- from: FILE -->" occurs in that file, maybe within a function. README.md
// keeps to its size.
func TestDocsPrograms(t *testing.T) {
	quoted := map[string]bool{}
	for _, file := range pages(t) {
		for _, b := range blocks(readPage(file)) {
			from, ok := strings.CutPrefix(b.remark, "from: ")
			if !ok {
				continue
			}
			quoted[filepath.Base(file)] = true
			text, program := readPage(filepath.Join(root, from)), strings.Join(b.lines, "\n")
			within := strings.ReplaceAll(text, "\n\t", "\n")
			must.Hold(t, strings.Contains(text, program) || strings.Contains(within, program),
				file, "line", b.first+1, "the block does not occur in", from)
		}
	}
	must.Hold(t, quoted["README.md"] && quoted["extending.md"],
		"found blocks from files in", quoted, "expected some in README.md and docs/extending.md")
	n := len(readPage(filepath.Join(root, "README.md")))
	must.Hold(t, n <= 12_000, "README.md has", n, "bytes, expected at most 12000")
}

// TestDocsWords: each word in the headings of the tables that README.md shows stands on the page of words,
// and so do the words with which verify counts.
func TestDocsWords(t *testing.T) {
	explained := readPage(filepath.Join(root, "docs", "words.md"))
	heading := regexp.MustCompile(`[A-Za-z][A-Za-z_0-9]*\.?`)
	checked := 0
	for _, b := range blocks(readPage(filepath.Join(root, "README.md"))) {
		if b.language != "console" {
			continue
		}
		rule := slices.IndexFunc(b.lines, func(l string) bool { return strings.HasPrefix(l, "---") })
		for i := rule - 1; i > 0 && b.lines[i] != ""; i-- {
			for _, word := range heading.FindAllString(headed.ReplaceAllString(b.lines[i], ""), -1) {
				if checked++; !strings.Contains(explained, word) {
					t.Errorf("docs/words.md does not explain %q, of a table in README.md", word)
				}
			}
		}
	}
	must.Hold(t, checked >= 10,
		"found", checked, "words in headings of README.md, expected those of two tables")
	for _, word := range []string{"not checked", "certified", "computed again", "by a search only", "by a solver only"} {
		must.Hold(t, strings.Contains(explained, "- **"+word+"**: "),
			"docs/words.md does not explain", word)
	}
}
