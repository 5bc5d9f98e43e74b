// Package browsertest tests the page of results in a headless Chromium: its tests click, type and compare what
// is shown with what is stored. Where there is no Chromium they are skipped.
//
// The package is a module of its own. The modules that drive a browser are thus none that users of optgap need.
package browsertest
