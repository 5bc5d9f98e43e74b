package reservation_test

import (
	"fmt"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/reservation"
)

func ExampleCalendar() {
	c := &reservation.Calendar{}
	running := optgap.History{{Time: 100, Free: 2}, {Time: 400, Free: 8}} // 6 processors busy until second 400
	var decisions []reservation.Decision
	for _, q := range []reservation.Request{
		{ID: 1, Width: 4, Duration: 60, Submit: 100, When: reservation.Now},
		{ID: 2, Width: 4, Duration: 60, Submit: 100, When: reservation.ASAP},
		{ID: 3, Width: 4, Duration: 60, Submit: 100, When: reservation.At(430)},
		{ID: 4, Width: 1, Duration: 60, Submit: 100, When: reservation.At(440)},
	} {
		d := reservation.Admit([]reservation.Site{{Calendar: c, Running: running}}, q)
		decisions = append(decisions, d)
		fmt.Println(d.String())
	}
	fmt.Println(reservation.Count(decisions))
	fmt.Println("history:", c.Carve(running))
	// Output:
	// reservation 1 (now) refused: busy now
	// reservation 2 (asap) from second 400 to 460
	// reservation 3 (430) from second 430 to 490
	// reservation 4 (440) refused: busy then
	// 2 of 4 reservations admitted, refused: 1 busy now, 1 busy then
	// history: [{100 2} {400 4} {430 0} {460 4} {490 8}]
}
