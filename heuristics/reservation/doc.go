// Package reservation admits advance reservations to a machine: processors for
// a time that is guaranteed from the moment of admission (Streit 2002, section
// 5: reservations "now", "asap" or at a date).
//
//	Request -> Calendar.Admit (beside the running jobs) -> Decision
//	history of the running jobs -> Calendar.Carve -> history with dips
//
// # Definitions
//
// A reservation of width w and duration d that starts at second s holds w
// processors in the seconds [s, s+d), whether they are used or not.
//
// A request is decided in the second of its submission and never again. It is
// admitted if its processors are free for its whole time, given the estimated
// ends of the running jobs and the reservations admitted before; a job ends no
// later than its estimate, at which it is killed, so the guarantee holds.
// Waiting jobs never block a reservation: they are planned anew around it, and
// what was planned for them was no promise. Policies have no influence on
// reservations either.
//
//	now        starts in the second of its submission, or is refused
//	asap       starts in the first second that is possible, so is never refused
//	           but for its width
//	at a date  starts in that second, or is refused
//
// A refused request uses nothing and is not tried again; [Decision] holds the
// [Reason], and [Count] counts them.
//
// The history that running jobs alone leave rises at their estimated ends. With
// reservations it dips as well, and jobs can be planned to start where a
// reservation ends and no job does: [Calendar.NextEnd] tells those seconds.
//
// # Several sites
//
// A request may name the sites of a multi-site machine, each with a width of
// its own, and gets them all at one common time or none; see package multisite.
package reservation
