// Package best holds what is known of a step of the library: the best schedule, the best bounds, and
// who has found them.
//
//	best.jsonl.gz -> Read -> Known
//	Known, Offer  -> Improve -> a better Known, or why the offer is refused
//	Known         -> Result -> a result, which package verify checks
//	certificate   -> rule -> a certificate of fewer numbers
//
// A value gets better only by what verifies. Schedules are checked. A bound with a certificate is
// proven again, and so is any bound of a step that is small enough to be enumerated. Any other bound is
// searched for again. What the search does not prove is a claim of its giver, and closes no line.
//
// The package may change at any time.
package best
