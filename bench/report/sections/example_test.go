package sections_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/report/sections"
)

func ExampleContent_Page() {
	var html bytes.Buffer
	studies := []sections.Study{pagetest.Study("monday", 30, 5), pagetest.Study("tuesday", 30, 5)}
	p, err := sections.Content{Studies: studies}.Page()
	if err == nil {
		err = page.Write(&html, p)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Count(html.String(), "<h2>"), "parts")
	// Output:
	// 7 parts
}
