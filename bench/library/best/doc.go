// Package best holds what is known of a step of the library: the best schedule, the best bounds, and
// who has found them.
//
//	best.jsonl.gz -> Read -> Known
//	Known, Offer  -> Improve -> a better Known, or why the offer is refused
//	Known         -> Result -> a result, which package verify checks
//
// A value gets better only by what verifies. Schedules are checked. A bound with a certificate is
// proven again, and so is any bound of a step that is small enough to be enumerated. Bounds that rest
// on a search or a solver alone are taken only where the caller trusts them, and keep that label.
package best
