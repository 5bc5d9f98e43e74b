package importing_test

import (
	"testing"

	"github.com/optgap/optgap/bench/trace/importing"
)

// TestSlurmJSON reads jobs in the forms that sacct --json of Slurm 24.05 and of 22.05 writes.
func TestSlurmJSON(t *testing.T) {
	text := `{
  "meta": {"slurm": {"version": {"major": "24"}}},
  "jobs": [
    {"job_id": 17, "cluster": "c", "user": "alice", "group": "users", "partition": "batch", "qos": "normal",
     "allocation_nodes": 2, "array": {"job_id": 0, "task_id": {"set": false, "infinite": false, "number": 0}},
     "het": {"job_id": 0, "job_offset": {"set": false, "infinite": false, "number": 0}},
     "required": {"CPUs": 8}, "state": {"current": ["COMPLETED"], "reason": "None"}, "steps": [{"step": {}}],
     "time": {"elapsed": 60, "eligible": 1000, "start": 1010, "end": 1070, "submission": 1000, "suspended": 0,
       "limit": {"set": true, "infinite": false, "number": 5}},
     "tres": {"allocated": [{"type": "mem", "count": 100}, {"type": "cpu", "count": 8}], "requested": []}},
    {"job_id": 19, "cluster": "c", "allocation_nodes": 1, "array": {"job_id": 18, "task_id": 3},
     "state": {"current": "FAILED"}, "time": {"elapsed": 1, "start": 1020, "end": 1021, "submission": 1005,
       "limit": {"set": true, "infinite": true, "number": 0}}, "tres": {"allocated": [{"type": "cpu", "count": 4}]}},
    {"job_id": 20, "cluster": "c", "allocation_nodes": 0, "state": {"current": ["PENDING"]},
     "time": {"elapsed": 0, "start": 0, "end": 0, "submission": 1006}},
    {"job_id": 21, "cluster": "c", "allocation_nodes": 0, "required": {"CPUs": 6}, "state": {"current": ["CANCELLED"]},
     "time": {"elapsed": 0, "start": 0, "end": 1030, "submission": 1010, "limit": {"set": false}}},
    {"job_id": "x", "state": 5}
  ],
  "errors": []
}`
	trace := mustImport("slurm", importing.Options{}, text)
	compare(t, trace, []job{{17, 0, 10, 60, 8, 300, 1}, {19, 5, 15, 1, 4, -1, 0}, {21, 10, 20, -1, 6, -1, 5}})
	leftOut(t, trace, importing.Skips{importing.StillWaiting: 1, importing.Unreadable: 1})
	nodes := mustImport("slurm", importing.Options{Count: importing.Nodes}, text)
	compare(t, nodes, []job{{17, 0, 10, 60, 2, 300, 1}, {19, 5, 15, 1, 1, -1, 0}})
	_, err := imported("slurm", importing.Options{Strict: true}, text)
	refused(t, err, "file1:18: JobID", `"x"`)
	for _, text := range []string{"{\n", "{\"jobs\": 3}", "{\"a\": [1,\n}"} {
		_, err := imported("slurm", importing.Options{}, text)
		refused(t, err, "file1:1: JSON", "sacct --json")
	}
}
