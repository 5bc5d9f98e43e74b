//go:build !cgo

package mip

// HiGHS is a C++ library. Without cgo the build ends here.
var _ = HiGHS_needs_cgo__set_CGO_ENABLED_to_1_and_have_a_C_compiler__see_docs_install_md
