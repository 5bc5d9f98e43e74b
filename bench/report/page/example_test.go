package page_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/report/page"
)

func ExampleWrite() {
	var html bytes.Buffer
	studies := []page.Study{pagetest.Study("monday", 30, 5), pagetest.Study("tuesday", 30, 5)}
	if err := page.Write(&html, page.Content{Studies: studies}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Count(html.String(), "<h2>"), "parts")
	// Output:
	// 7 parts
}
