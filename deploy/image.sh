#!/bin/sh
# Build the container image and check it, with podman or docker:
#
#   deploy/image.sh [NAME]
#
# CONTAINER_ENGINE is another program than the first of podman and docker, and BUILD_OPTIONS are options for its `build`.
set -eu
cd "$(dirname "$0")/.."
name=${1:-tefuda}
engine=${CONTAINER_ENGINE:-$(command -v podman || command -v docker)} || {
    echo "Install podman or docker." >&2
    exit 1
}

# podman's own format has no health check.
export BUILDAH_FORMAT=docker
# shellcheck disable=SC2086 # several options
"$engine" build ${BUILD_OPTIONS:-} --file deploy/Containerfile --tag "$name" .

container=
volume=tefuda-check-$$
remove() {
    test -z "$container" || "$engine" rm --force "$container" >/dev/null
    "$engine" volume rm "$volume" >/dev/null
}
"$engine" volume create "$volume" >/dev/null
trap remove EXIT

check() {
    "$engine" exec --interactive "$container" /opt/tefuda/bin/python - "$@" <deploy/image_check.py
}

# An action of the first server is on the volume, and the second one has it.
container=$("$engine" run --detach --volume "$volume:/data" "$name")
table=$(check create)
"$engine" stop -t 20 "$container" >/dev/null
status=$("$engine" inspect --format '{{.State.ExitCode}}' "$container")
test "$status" -eq 0 || { echo "The server ended with status $status." >&2; exit 1; }
"$engine" rm "$container" >/dev/null
container=$("$engine" run --detach --volume "$volume:/data" "$name")
check find "$table"
echo "The image $name works."
