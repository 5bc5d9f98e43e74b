package moldable

// inBatches puts each batch where the one before it ends, by its length. Nothing is moved.
func inBatches(batches []Batch, s Schedule) {
	begin := int64(0)
	for _, b := range batches {
		for k, i := range b.Jobs {
			s[i] = Placement{begin + b.Starts[k], b.Allotment[k].Width}
		}
		begin += b.Length
	}
}

// pullForward starts each job as soon as all processors are idle that the job has in its batch. It takes
// O(m) time for each batch and the width of each job.
func pullForward(machine int64, batches []Batch, s Schedule) {
	idle := make([]int64, machine) // by processor: when it is idle for good, so far
	for _, b := range batches {
		at := processors(b)
		for k, i := range b.Jobs {
			start := int64(0)
			for _, p := range at[k] {
				start = max(start, idle[p])
			}
			for _, p := range at[k] {
				idle[p] = start + b.Allotment[k].Time
			}
			s[i] = Placement{start, b.Allotment[k].Width}
		}
	}
}

// processors returns the processors of each job of a batch. Jobs that start with the batch get the next
// ones. A later job follows on the processor of the job of its stack that ends at its start.
func processors(b Batch) [][]int64 {
	at := make([][]int64, len(b.Jobs))
	next := int64(0)
	ending := map[int64][]int64{} // processors of stacks by the end of their last job
	for k, a := range b.Allotment {
		if b.Starts[k] == 0 {
			for range a.Width {
				at[k] = append(at[k], next)
				next++
			}
		} else {
			waiting := ending[b.Starts[k]]
			at[k] = waiting[len(waiting)-1:]
			ending[b.Starts[k]] = waiting[:len(waiting)-1]
		}
		if a.Width == 1 {
			end := b.Starts[k] + a.Time
			ending[end] = append(ending[end], at[k][0])
		}
	}
	return at
}
