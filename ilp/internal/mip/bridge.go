package mip

// #cgo pkg-config: highs
// #cgo LDFLAGS: -lm
// #include <stdlib.h>
// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"unsafe"

	"github.com/lanl/highs"
)

// Version returns the version of HiGHS, such as "1.10.0".
func Version() string { return C.GoString(C.mip_version()) }

// Tested returns the versions of HiGHS that all tests have passed with, the oldest first.
func Tested() []string { return []string{"1.10.0", "1.15.1"} }

// A handle is a RawModel together with the HiGHS object inside. It is freed by
// free, never by the garbage collector.
type handle struct {
	raw    *highs.RawModel
	obj    unsafe.Pointer // the HiGHS object
	unit   float64        // HiGHS's costs are divided by it
	report func(Progress) // called during a mixed-integer solve; it may be nil
}

func newHandle() (*handle, error) {
	// RawModel has no accessor for its object, which is its only field.
	t := reflect.TypeFor[highs.RawModel]()
	if t.NumField() != 1 || t.Field(0).Type.Kind() != reflect.UnsafePointer {
		return nil, errors.New(
			"mip: this version of lanl/highs keeps the HiGHS object elsewhere",
		)
	}
	raw := highs.NewRawModel()
	runtime.SetFinalizer(raw, nil)
	obj := *(*unsafe.Pointer)(unsafe.Pointer(raw))
	if obj == nil {
		return nil, errors.New("mip: HiGHS gives no solver object")
	}
	return &handle{raw: raw, obj: obj, unit: 1}, nil
}

func (h *handle) free() {
	C.mip_destroy(h.obj)
	runtime.KeepAlive(h.raw)
}

// An outcome is the state of HiGHS when a solve has ended.
type outcome struct {
	status       int       // model status, as highs_c_api.h numbers them
	reason       int       // why the monitor stopped the solve; 0: it did not
	x            []float64 // the best solution, nil if there is none
	rowDual      []float64 // nil: none
	bound        float64   // of a mixed-integer program
	nodes        int64
	lpIterations int64
}

// limits end a solve.
type limits struct {
	seconds    float64 // from now; below 0: none
	memory     int64   // bytes of resident memory; 0: none
	iterations int64   // simplex iterations of a mixed-integer solve; 0: none
}

// run solves the model in h until it is done, ctx is cancelled, or a limit is reached.
func (h *handle) run(ctx context.Context, columns, rows int, l limits) (*outcome, error) {
	monitor := C.mip_monitor_new(
		C.int64_t(columns),
		C.double(l.seconds),
		C.int64_t(l.memory),
		C.int64_t(l.iterations),
	)
	if monitor == nil {
		return nil, errors.New("mip: no memory for the solver's monitor")
	}
	defer C.mip_monitor_free(monitor)
	unwatch := watch(ctx, func() { C.mip_monitor_cancel(monitor) })
	unobserve := func() {}
	if h.report != nil {
		unobserve = observe(monitor, columns, h.report)
	}
	code := C.mip_run(h.obj, monitor)
	unobserve()
	unwatch()

	o := &outcome{
		status: int(C.mip_model_status(h.obj)),
		reason: int(C.mip_monitor_reason(monitor)),
		bound: h.unit * math.Max(
			float64(C.mip_monitor_bound(monitor)),
			h.doubleInfo("mip_dual_bound", math.Inf(-1)),
		),
		nodes: max(0, h.intInfo("mip_node_count")),
	}
	for _, name := range []string{"simplex_iteration_count", "ipm_iteration_count"} {
		o.lpIterations += max(0, h.intInfo(name))
	}
	h.solution(o, monitor, columns, rows)
	if code < 0 && o.x == nil {
		return o, fmt.Errorf("mip: HiGHS failed (model status %d)", o.status)
	}
	return o, nil
}

// solution sets o.x to HiGHS's final solution if that is feasible, else to the last one
// that HiGHS has reported. Of a feasible final solution it also sets the duals, where they
// are feasible.
func (h *handle) solution(o *outcome, monitor *C.mip_monitor, columns, rows int) {
	const feasible = 2 // kHighsSolutionStatusFeasible
	if h.intInfo("primal_solution_status") == feasible {
		x := make([]float64, columns)
		dual := make([]float64, rows+1)
		if C.mip_get_solution(h.obj, (*C.double)(&x[0]), (*C.double)(&dual[0])) == 0 {
			o.x = x
			if h.intInfo("dual_solution_status") == feasible {
				o.rowDual = dual[:rows]
			}
			return
		}
	}
	if p := C.mip_monitor_incumbent(monitor); p != nil {
		o.x = append([]float64(nil), unsafe.Slice((*float64)(p), columns)...)
	}
}

// watch calls cancel when ctx ends. Once the returned function has returned, cancel is not
// running and will not run.
func watch(ctx context.Context, cancel func()) (unwatch func()) {
	done := make(chan struct{})
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-ctx.Done():
			cancel()
		case <-done:
		}
	}()
	return func() { close(done); <-gone }
}

// setStart hands over a start solution.
func (h *handle) setStart(x []float64) error {
	if C.mip_set_solution(h.obj, (*C.double)(&x[0])) < 0 {
		return errors.New("mip: HiGHS rejects the start solution")
	}
	return nil
}

// doubleInfo returns a number that HiGHS knows of the solve; otherwise where it knows none.
func (h *handle) doubleInfo(name string, otherwise float64) float64 {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return float64(C.mip_double_info(h.obj, s, C.double(otherwise)))
}

// intInfo returns an integer that HiGHS knows of the solve.
func (h *handle) intInfo(name string) int64 {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return int64(C.mip_int_info(h.obj, s))
}
