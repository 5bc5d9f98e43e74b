package sections_test

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/optgap/optgap/bench/internal/testing/pagetest"
	"github.com/optgap/optgap/bench/report/sections"
)

func ExampleWrite() {
	var html bytes.Buffer
	studies := []sections.Study{pagetest.Study("monday", 30, 5), pagetest.Study("tuesday", 30, 5)}
	if err := (sections.Content{Studies: studies}).Write(&html); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Count(html.String(), "<h2>"), "parts")
	// Output:
	// 7 parts
}
