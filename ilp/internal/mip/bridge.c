// The parts of HiGHS's C interface that lanl/highs lacks or that lose results.
//
// The functions are declared here, not by interfaces/highs_c_api.h: that header
// defines constants with external linkage, and lanl/highs includes it already.

#include "bridge.h"

#include <lp_data/HighsCallbackStruct.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

HighsInt Highs_run(void* highs);
void Highs_destroy(void* highs);
HighsInt Highs_setSolution(void* highs, const double* col_value, const double* row_value,
                           const double* col_dual, const double* row_dual);
HighsInt Highs_getSolution(const void* highs, double* col_value, double* col_dual,
                           double* row_value, double* row_dual);
HighsInt Highs_getNumCol(const void* highs);
HighsInt Highs_getNumRow(const void* highs);
HighsInt Highs_getModelStatus(const void* highs);
HighsInt Highs_getDoubleInfoValue(const void* highs, const char* info, double* value);
HighsInt Highs_getIntInfoValue(const void* highs, const char* info, HighsInt* value);
HighsInt Highs_getInt64InfoValue(const void* highs, const char* info, int64_t* value);
HighsInt Highs_setCallback(void* highs, HighsCCallbackType callback, void* data);
HighsInt Highs_startCallback(void* highs, const int type);
void Highs_resetGlobalScheduler(const HighsInt blocking);
const char* Highs_version(void);

// Callback types, as highs_c_api.h numbers them in every 1.x version with callbacks.
enum {
  simplex_interrupt = 1,
  ipm_interrupt = 2,
  improving_solution = 4,
  mip_logging = 5,
  mip_interrupt = 6
};

// /proc is read at most this often.
static const double memory_poll_seconds = 0.25;

struct mip_monitor {
  pthread_mutex_t lock;  // over what record keeps, which another thread may read
  atomic_int cancelled;
  int reason;
  double deadline;  // monotonic seconds; INFINITY: none
  double next_memory_poll;
  int64_t resident;    // limit in bytes; <= 0: none
  int64_t iterations;  // limit; <= 0: none
  double bound;
  int64_t nodes;
  double objective;
  int has_incumbent;
  int64_t columns;
  double incumbent[];
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// resident_bytes returns the process's resident memory, 0 where /proc is missing.
static int64_t resident_bytes(void) {
  FILE* f = fopen("/proc/self/statm", "r");
  if (!f) return 0;
  long long size, resident;
  int n = fscanf(f, "%lld %lld", &size, &resident);
  fclose(f);
  return n == 2 ? (int64_t)resident * sysconf(_SC_PAGESIZE) : 0;
}

mip_monitor* mip_monitor_new(int64_t columns, double seconds, int64_t resident, int64_t iterations) {
  mip_monitor* m = calloc(1, sizeof *m + (size_t)columns * sizeof(double));
  if (!m) return NULL;
  pthread_mutex_init(&m->lock, NULL);
  m->deadline = seconds < 0 ? INFINITY : now() + seconds;
  m->resident = resident;
  m->iterations = iterations;
  m->bound = -INFINITY;
  m->objective = INFINITY;
  m->columns = columns;
  return m;
}

void mip_monitor_free(mip_monitor* m) {
  if (m) pthread_mutex_destroy(&m->lock);
  free(m);
}

void mip_monitor_cancel(mip_monitor* m) { atomic_store(&m->cancelled, 1); }
int mip_monitor_reason(const mip_monitor* m) { return m->reason; }
double mip_monitor_bound(const mip_monitor* m) { return m->bound; }
const double* mip_monitor_incumbent(const mip_monitor* m) {
  return m->has_incumbent ? m->incumbent : NULL;
}

double mip_monitor_progress(mip_monitor* m, double below, double* x, double* bound, int64_t* nodes) {
  double objective = INFINITY;
  pthread_mutex_lock(&m->lock);
  *bound = m->bound;
  *nodes = m->nodes;
  if (m->has_incumbent && m->objective < below) {
    objective = m->objective;
    memcpy(x, m->incumbent, (size_t)m->columns * sizeof(double));
  }
  pthread_mutex_unlock(&m->lock);
  return objective;
}

static int stop_reason(mip_monitor* m) {
  if (m->reason) return m->reason;
  if (atomic_load(&m->cancelled)) return mip_cancelled;
  if (isinf(m->deadline) && m->resident <= 0) return mip_running;
  double t = now();
  if (t >= m->deadline) return mip_deadline;
  if (m->resident > 0 && t >= m->next_memory_poll) {
    m->next_memory_poll = t + memory_poll_seconds;
    if (resident_bytes() > m->resident) return mip_memory;
  }
  return mip_running;
}

// record keeps the best bound and solution, so that they exist however the run ends.
static void record(mip_monitor* m, int type, const HighsCallbackDataOut* out) {
  pthread_mutex_lock(&m->lock);
  if (out->mip_dual_bound > m->bound && out->mip_dual_bound < 1e300) m->bound = out->mip_dual_bound;
  if (out->mip_node_count > m->nodes) m->nodes = out->mip_node_count;
  if (type == improving_solution && out->mip_solution && out->objective_function_value < m->objective) {
    m->objective = out->objective_function_value;
    memcpy(m->incumbent, out->mip_solution, (size_t)m->columns * sizeof(double));
    m->has_incumbent = 1;
  }
  pthread_mutex_unlock(&m->lock);
}

static void callback(int type, const char* message, const HighsCallbackDataOut* out,
                     HighsCallbackDataIn* in, void* data) {
  (void)message;
  mip_monitor* m = data;
  switch (type) {
    case mip_interrupt:
    case improving_solution:
    case mip_logging:
      record(m, type, out);
  }
  switch (type) {  // HiGHS heeds an interrupt in these only
    case mip_interrupt:
    case simplex_interrupt:
    case ipm_interrupt:
      m->reason = stop_reason(m);
      if (type == mip_interrupt && !m->reason && m->iterations > 0 && out->mip_total_lp_iterations >= m->iterations)
        m->reason = mip_iterations;
      if (in) in->user_interrupt = m->reason != mip_running;
  }
}

int mip_run(void* highs, mip_monitor* m) {
  static const int types[] = {simplex_interrupt, ipm_interrupt, improving_solution, mip_logging,
                              mip_interrupt};
  if (Highs_setCallback(highs, callback, m) < 0) return -1;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (Highs_startCallback(highs, types[i]) < 0) return -1;
  int status = (int)Highs_run(highs);
  // The executor belongs to the operating-system thread, which Go hands to other
  // solves: with another number of threads those would fail.
  Highs_resetGlobalScheduler(1);
  return status;
}

int mip_set_solution(void* highs, const double* x) {
  return (int)Highs_setSolution(highs, x, NULL, NULL, NULL);
}

int mip_get_solution(void* highs, double* x, double* row_dual) {
  size_t columns = (size_t)Highs_getNumCol(highs), rows = (size_t)Highs_getNumRow(highs);
  double* rest = malloc((columns + rows + 1) * sizeof(double));
  if (!rest) return -1;
  int status = (int)Highs_getSolution(highs, x, rest, rest + columns, row_dual);
  free(rest);
  return status;
}

int mip_model_status(void* highs) { return (int)Highs_getModelStatus(highs); }

double mip_double_info(void* highs, const char* name, double otherwise) {
  double value;
  return Highs_getDoubleInfoValue(highs, name, &value) == 0 ? value : otherwise;
}

// mip_int_info returns an info value of either integer type, -1 when there is none.
int64_t mip_int_info(void* highs, const char* name) {
  HighsInt value;
  if (Highs_getIntInfoValue(highs, name, &value) == 0) return (int64_t)value;
  int64_t wide;
  return Highs_getInt64InfoValue(highs, name, &wide) == 0 ? wide : -1;
}

void mip_destroy(void* highs) { Highs_destroy(highs); }
const char* mip_version(void) { return Highs_version(); }
