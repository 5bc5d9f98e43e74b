package ilp

// Finer is finer for the tests of package ilp_test.
var Finer = finer
