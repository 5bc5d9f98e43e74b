package gantt_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/canvas"
	"github.com/optgap/optgap/bench/gantt"
	"github.com/optgap/optgap/bench/replay/replaytest"
)

// TestReplayDrawsReservations: an admitted one has its label, a refused one not.
func TestReplayDrawsReservations(t *testing.T) {
	var out bytes.Buffer
	if err := gantt.WriteReplay(&out, canvas.SVG, replaytest.Reserved(), 6, gantt.ReplayOptions{}); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.Contains(text, ">R9<") || strings.Contains(text, ">R8<") || !strings.Contains(text, "3 jobs and 1 reservation running") {
		t.Error("want R9, not R8, and a summary that counts 1 reservation")
	}
}
