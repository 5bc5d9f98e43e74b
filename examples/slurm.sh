#!/bin/sh
#SBATCH --array=1-4 --cpus-per-task=1 --time=2:00:00 --requeue
#SBATCH --output=shard-%a.txt --open-mode=append
# A study as a job array of Slurm. Each task has a shard of the steps. To submit it, and the job that joins the shards:
#
#    array=$(sbatch --parsable examples/slurm.sh TRACE.swf.gz)
#    sbatch --dependency=afterok:$array --wrap 'optgap merge merged shards/*'
#
# A task that is requeued goes on where it was. After failures submit the whole array again: complete shards end soon.
# For the studies of a file, -f FILE takes the place of the method and of the trace.
exec optgap study --method policies,exact --workers "$SLURM_CPUS_PER_TASK" "$@" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --out "shards/$SLURM_ARRAY_TASK_ID"
