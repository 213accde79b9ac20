#!/bin/bash
# A job for Slurm: 4×4 Nex with distances on four nodes, one process each. Submit it with: sbatch slurm.sh
# After an interruption, submit it again: it continues behind the last finished step.
#SBATCH --job-name=nexsolve
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --mem=64G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --output=nexsolve-%j.log
set -euo pipefail

# A folder on a file system that all nodes share.
out="${NEXSOLVE_OUT:-$SLURM_SUBMIT_DIR/nex44-dtw}"

# A little less than the job's memory: cached pages of files and MPI's buffers come on top. If srun does not support PMIx, load the
# cluster's MPI and write mpirun in place of srun --mpi=pmix.
# A process that is killed inside MPI_Init can leave the launcher asleep, and the job idle to its end: timeout ends the step. 4×4 Nex takes minutes;
# give other boards what `nexsolve plan` says and as much again.
# Since Slurm 22.05 srun does not take --cpus-per-task from the job: without it, all threads of a process share one core.
timeout --kill-after=60 2h srun --mpi=pmix --cpus-per-task="$SLURM_CPUS_PER_TASK" --cpu-bind=cores \
    nexsolve-cluster generate nex:4x4 --metric dtw --out "$out" \
    --memory 56GiB --threads "$SLURM_CPUS_PER_TASK"
