package study_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/optgap/optgap/bench/study"
)

func ExampleSlurmArray() {
	dir, err := os.MkdirTemp("", "slurm")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	a := study.SlurmArray{
		Program: "/usr/local/bin/optgap", Arguments: []string{"--method=exact", "--workers=1"},
		Trace:  []string{"/traces/KTH-SP2-1996-2.swf"},
		Shards: 8, Workers: 1, Options: "--time=2:00:00",
	}
	if err := a.Write(filepath.Join(dir, "array")); err != nil {
		panic(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "array", "*"))
	for _, f := range files {
		fmt.Println(filepath.Base(f))
	}
	fmt.Println(err)
	// Output:
	// logs
	// merge.sbatch
	// shard.sbatch
	// submit.sh
	// <nil>
}
