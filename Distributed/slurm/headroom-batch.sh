#!/bin/bash
#SBATCH --job-name=headroom
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=2G
#SBATCH --time=12:00:00
#SBATCH --signal=B:USR1@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=headroom-%A_%a.log
#
# A batch as a job array, a shard for each task:
#   sbatch --array=0-15 Distributed/slurm/headroom-batch.sh MANIFESTS --plan plan.json --files-from list.txt --output-directory web
#
# MANIFESTS is a folder; each task has its manifest there, by its number. A task whose failures may pass (75), or whose time is over,
# goes back into the queue and goes on there, HEADROOM_REQUEUES times at most (10). HEADROOM is the command.
set -u

manifests=${1:?the folder of the manifests is missing}
shift
task=${SLURM_ARRAY_TASK_ID:?run this as an array: sbatch --array=0-15}
mkdir -p "$manifests" || exit 4

"${HEADROOM:-headroom}" batch "$@" --manifest "$manifests/$task.jsonl" --shard auto --resume \
  --jobs "${SLURM_CPUS_PER_TASK:-1}" &
child=$!
out_of_time=
trap 'out_of_time=yes; kill -TERM "$child" 2>/dev/null' USR1
trap 'kill -TERM "$child" 2>/dev/null' TERM
# A signal ends the wait before the command ends.
wait "$child"
status=$?
while kill -0 "$child" 2>/dev/null; do
  wait "$child"
  status=$?
done

if [ "$status" -eq 75 ] || [ -n "$out_of_time" ]; then
  if [ "${SLURM_RESTART_COUNT:-0}" -lt "${HEADROOM_REQUEUES:-10}" ]; then
    echo "headroom-batch: $status; back into the queue"
    # This ends the script, too.
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$task" && sleep 60
  fi
fi
exit "$status"
