// Package paired compares two samples of the same things, such as the solve times of the
// same steps before and after a change.
//
//	values, old and new  -> [Bootstrap]  an interval for a value computed from the pairs
//	differences          -> [SignedRank] whether the change may be chance
//
// Random choices come from a seed. Equal samples give equal results.
package paired
