package dynp

import "github.com/optgap/optgap/heuristics/reservation"

// Reserve decides on a request that is submitted now: see package reservation. An
// admitted one changes the plan of the waiting jobs, so Start has to follow. There
// is no self-tuning step at the submission, start or end of a reservation.
func (s *state) Reserve(now int64, r reservation.Request) reservation.Decision {
	return reservation.Admit([]reservation.Site{s.Site(now)}, r)
}

// Site returns the machine as a site on which reservations can be made now. It
// serves requests that take several sites and is valid until the next call of a
// method. Start has to follow.
func (s *state) Site(now int64) reservation.Site {
	if s.calendar == nil {
		s.calendar = reservation.NewCalendar(s.machine)
	}
	s.observeRuns(now)
	return reservation.Site{Calendar: s.calendar, Running: s.runs}
}

// NextEvent returns the next second after now at which waiting jobs may start
// though no job ends: the next end of a reservation.
func (s *state) NextEvent(now int64) (second int64, ok bool) {
	if s.calendar == nil {
		return 0, false
	}
	return s.calendar.NextEnd(now)
}

// displaced tells whether a reservation was admitted since the last call.
func (s *Scheduler) displaced() bool {
	if s.calendar == nil || s.calendar.Admitted() == s.reserved {
		return false
	}
	s.reserved = s.calendar.Admitted()
	return true
}
