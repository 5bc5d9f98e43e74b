// Package reservation admits advance reservations to a machine: processors for
// a time that is guaranteed from the moment of admission (Streit 2002, section
// 5: reservations "now", "asap" or at a date).
//
//	Request -> Admit (beside the running jobs) -> Decision
//	history of the running jobs -> Calendar.Carve -> history with dips
//
// # Definitions
//
// A reservation of width w and duration d that starts at second s holds w
// processors in the seconds [s, s+d), whether they are used or not.
//
// A request is decided in the second of its submission and never again. It is
// admitted if its processors are free for its whole time, given the estimated
// ends of the running jobs and the reservations admitted before. A job is killed
// at its estimate, so it ends no later and the guarantee holds. Waiting jobs never
// block a reservation. They are planned anew around it, as their planned starts
// are no promises. Policies have no influence on reservations.
//
//	now        starts in the second of its submission, or is refused
//	asap       starts in the first second that is possible; only its width or
//	           its sites can be a reason to refuse it
//	at a date  starts in that second, or is refused
//
// A refused request uses nothing and is not tried again. [Decision] holds the
// [Reason], and [Count] counts the reasons.
//
// The history that running jobs alone leave rises at their estimated ends. With
// reservations it dips as well. Jobs can then be planned to start in a second in
// which a reservation ends and no job does. [Calendar.NextEnd] tells such seconds.
//
// # Several sites
//
// A request may name several sites of a grid, each with a width of its own. It gets
// all of them at one common time, or none: see [github.com/optgap/optgap/heuristics/dynp.Grid].
//
// The package may change at any time.
package reservation
