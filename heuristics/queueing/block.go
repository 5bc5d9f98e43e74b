package queueing

// block is a number of processors that no job may have in the seconds [start, end).
type block struct{ start, end, width int64 }

// Block takes processors from all jobs in the seconds [start, end), as an advance reservation
// does. It is called before any job is submitted. Jobs may start when a block ends, so Start
// has to be called then too.
func (s *Slack) Block(start, end, width int64) {
	s.blocks = append(s.blocks, block{start, end, width})
}
