#ifndef OPTGAP_MIP_BRIDGE_H
#define OPTGAP_MIP_BRIDGE_H

#include <stdint.h>

// Why the callback asked HiGHS to stop.
enum { mip_running = 0, mip_cancelled = 1, mip_deadline = 2, mip_memory = 3, mip_iterations = 4 };

typedef struct mip_monitor mip_monitor;

// mip_monitor_new returns a monitor for a model of that many columns, or NULL
// without memory. seconds < 0: no deadline; resident <= 0: no memory limit (bytes);
// iterations <= 0: no limit of a mixed-integer solve's simplex iterations.
mip_monitor* mip_monitor_new(int64_t columns, double seconds, int64_t resident, int64_t iterations);
void mip_monitor_free(mip_monitor* m);
void mip_monitor_cancel(mip_monitor* m);  // from any thread
int mip_monitor_reason(const mip_monitor* m);
double mip_monitor_bound(const mip_monitor* m);
// mip_monitor_incumbent returns the best solution reported so far, or NULL.
const double* mip_monitor_incumbent(const mip_monitor* m);
// mip_monitor_progress tells, from any thread and while the solve runs, the best bound
// and the number of nodes so far. It returns the objective of the best solution so far
// where that is smaller than below, and copies that solution to x. Otherwise it returns
// INFINITY.
double mip_monitor_progress(mip_monitor* m, double below, double* x, double* bound, int64_t* nodes);

// mip_run solves under the monitor and ends the thread's task executor, all on
// the calling thread. It returns HiGHS's status: -1 error, 0 ok, 1 warning.
int mip_run(void* highs, mip_monitor* m);

int mip_set_solution(void* highs, const double* x);
int mip_get_solution(void* highs, double* x, double* row_dual);
int mip_model_status(void* highs);
double mip_double_info(void* highs, const char* name, double otherwise);
int64_t mip_int_info(void* highs, const char* name);
void mip_destroy(void* highs);
const char* mip_version(void);

#endif
