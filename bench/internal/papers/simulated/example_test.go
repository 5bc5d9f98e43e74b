package simulated_test

import (
	"context"
	"fmt"

	"github.com/optgap/optgap/bench/internal/papers/simulated"
	"github.com/optgap/optgap/bench/internal/papers/statement"
)

// Two schedulers under the Power2 model at load 1.
func Example() {
	s := simulated.Aida2000().Study()
	s.Models, s.Schedulers, s.Loads = []string{"power2"}, []string{"strict-fcfs", "first-fit"}, []float64{1}
	s.Experiments, s.Jobs = 4, 1000
	samples, err := s.Run(context.Background(), statement.Run{Workers: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range s.Points(samples) {
		fmt.Printf("%-11s utilisation %.2f +- %.2f\n", p.Scheduler, p.Utilisation, *p.UtilisationCI)
	}
	// Output:
	// strict-fcfs utilisation 0.40 +- 0.08
	// first-fit   utilisation 0.78 +- 0.08
}
