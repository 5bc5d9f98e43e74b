// Package browsertest_test tests the page of results in a headless Chromium: its tests click, type and compare what
// is shown with what is stored. Where there is no Chromium they are skipped.
//
// The package is a module of its own. The modules that drive a browser are thus none that users of optgap need.
package browsertest_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/heuristics/must"
)

// css is a selector.
type css = chromedp.CSS

// browser is a page in a headless Chromium.
type browser struct {
	t    *testing.T
	ctx  context.Context
	file string

	mu     sync.Mutex
	faults []string // errors of the console, and what was fetched
}

// chromium returns the path of a browser that runs, or "".
var chromium = sync.OnceValue(func() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, "--version").Run() == nil {
			return path
		}
	}
	return ""
})

// show opens the page of studies.
func show(t *testing.T, studies ...sections.Study) *browser {
	t.Helper()
	return showContent(t, sections.Content{Studies: studies})
}

// showContent opens the page of all kinds of results.
func showContent(t *testing.T, c sections.Content) *browser {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	var html bytes.Buffer
	must.Do(page.Write(&html, must.Get(c.Page())))
	must.Do(os.WriteFile(file, html.Bytes(), 0o666))
	return open(t, file)
}

// open opens a page, whose file may be followed by an anchor. In the end the test fails where the page did what it
// should not. It is skipped where there is no Chromium.
func open(t *testing.T, file string) *browser {
	t.Helper()
	program := chromium()
	if program == "" {
		t.Skip("found no chromium, chromium-browser or google-chrome that runs, " +
			"expected one to show the page (Debian: apt-get install chromium)")
	}
	b := &browser{t: t, file: file}
	tab := b.start(program)
	t.Cleanup(func() {
		must.Do(chromedp.Cancel(tab))
	})
	var stop context.CancelFunc
	b.ctx, stop = context.WithTimeout(tab, 10*time.Minute)
	t.Cleanup(stop)
	call(b, network.Enable, network.EnableParams{})
	call(b, log.Enable, cdp.Empty{})
	b.run(chromedp.Navigate("file://" + file))
	b.until(`document.documentElement.dataset.ready === "yes"`)
	t.Cleanup(b.quiet)
	return b
}

// start starts the program with a tab. Now and then it fails to start on a busy machine, so that there are
// three tries.
func (b *browser) start(program string) (tab context.Context) {
	t := b.t
	t.Helper()
	for try := 1; ; try++ {
		options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(program), chromedp.UserDataDir(t.TempDir()),
			chromedp.WindowSize(1280, 900)}
		for _, flag := range []string{"headless", "no-sandbox", "disable-gpu", "no-first-run",
			"disable-background-networking", "disable-component-update", "disable-sync"} {
			options = append(options, chromedp.Flag(flag, true))
		}
		// The context of the test ends before the clean-up.
		allocated, end := chromedp.NewExecAllocator(context.WithoutCancel(t.Context()), options...)
		t.Cleanup(end)
		tab, closeTab := chromedp.NewContext(allocated)
		t.Cleanup(closeTab)
		err := chromedp.Listen(tab, b.listen) // starts the browser, whose life has no limit
		if err == nil {
			return tab
		}
		must.Need(t, try != 3, err)
	}
}

// listen keeps what a page should not do.
func (b *browser) listen(event any) {
	fault := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		fault = fmt.Sprintf("exception: %s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
	case *runtime.EventConsoleAPICalled:
		fault = fmt.Sprintf("console: %s", e.Type)
	case *log.EventEntryAdded:
		fault = "log: " + e.Entry.Text
	case *network.EventRequestWillBeSent:
		if own, _, _ := strings.Cut("file://"+b.file, "#"); e.Request.URL != own {
			fault = "fetched " + e.Request.URL
		}
	}
	if fault != "" {
		b.mu.Lock()
		b.faults = append(b.faults, fault)
		b.mu.Unlock()
	}
}

// quiet fails the test if the page did what it should not.
func (b *browser) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, fault := range b.faults {
		b.t.Error(fault)
	}
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	must.Do(chromedp.Do(b.ctx, actions...))
}

// call runs a command of the protocol.
func call[P, R any](b *browser, command cdp.Command[P, R], params P) {
	must.Get(chromedp.Call(b.ctx, command, params))
}

// eval returns the value of an expression of the page, or that of its promise.
func eval[T any](b *browser, expression string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// do runs statements of the page.
func (b *browser) do(statements string) {
	b.t.Helper()
	b.run(chromedp.Evaluate[chromedp.Void](statements))
}

// until waits for an expression to hold.
func (b *browser) until(expression string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Poll[chromedp.Void](expression,
		chromedp.WithPollingTimeout(2*time.Minute))); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
}

// is compares the value of an expression.
func is[T comparable](b *browser, expression string, want T) {
	b.t.Helper()
	must.Equal(b.t, eval[T](b, expression), want, expression)
}

// screenshot returns a picture of what is in sight. Where the environment names a folder, it is
// kept there for people to look at.
func (b *browser) screenshot(name string) image.Image {
	png := must.Get(chromedp.Run(b.ctx, chromedp.CaptureScreenshot()))
	if dir := os.Getenv("OPTGAP_SCREENSHOTS"); dir != "" {
		must.Do(os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666))
	}
	picture, _ := must.Two(image.Decode(bytes.NewReader(png)))
	return picture
}

// look sets the colour scheme and the width of the window.
func (b *browser) look(scheme string, width, height int64) {
	b.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	b.run(chromedp.EmulateViewport(width, height))
}
