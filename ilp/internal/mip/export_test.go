package mip

// OptimumOfFile is optimumOfFile for the tests of package mip_test.
var OptimumOfFile = optimumOfFile
