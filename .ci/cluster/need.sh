#!/bin/sh
# Installs what tests of clusters need beside Go, or says what is missing.
set -eu
packages="slurmctld slurmd slurm-client munge parallel openssh-server openssh-client"
missing=
for program in slurmctld slurmd sbatch munged parallel sshd ssh; do
	PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || missing="$missing $program"
done
test -z "$missing" && exit
if test "$(id -u)" != 0 || ! command -v apt-get >/dev/null; then
	echo "found no$missing: install them; on Debian: apt-get install $packages" >&2
	exit 1
fi
# Their packages start daemons where systemd runs; this keeps them from it.
export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
apt-get update -qq >/dev/null
# shellcheck disable=SC2086 # several words
apt-get install -y -qq --no-install-recommends $packages >/dev/null
