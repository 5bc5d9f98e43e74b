// Package thin makes the certificates of the library small.
//
//	certificate -> pieces of time with prices -> fewer pieces -> fewer binary digits -> certificate
//
// Any prices prove a bound (package verify). So neighbouring pieces may share a price, and prices may be
// rounded. Each try is proven again in exact integers, and the bound of the result is the one that its
// own prices prove.
//
// What a certificate is worth is its bound less the largest one that needs no prices: the bound fluid, or that
// of jobs that do not collide. Rule says how much of that may be lost, and how long a certificate may be.
package thin
