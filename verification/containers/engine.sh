#!/usr/bin/env bash
# For tests only: a container engine (podman with runc) that answers Docker's API, for a machine on
# which no Docker engine runs. Needs root and the packages in README.md.
#   eval "$(verification/containers/engine.sh)"   starts it and sets the variables that lead to it
#   verification/containers/engine.sh stop        stops it
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly STATE="$PWD/target"
readonly SOCKET="$STATE/engine.sock"
readonly PID="$STATE/engine.pid"
mkdir -p "$STATE"

if [ "${1:-}" = stop ]; then
  kill "$(cat "$PID")"
  rm -f "$PID" "$SOCKET"
  exit
fi

# Limits may not be raised above those of this shell, and short names mean local images.
cat >"$STATE/containers.conf" <<CONF
[containers]
default_ulimits = [ "nofile=$(ulimit -Hn):$(ulimit -Hn)", "nproc=1024:1024" ]
[network]
network_backend = "netavark"
[engine]
runtime = "runc"
compat_api_enforce_docker_hub = false
CONF
export CONTAINERS_CONF="$STATE/containers.conf"

if ! { [ -f "$PID" ] && kill -0 "$(cat "$PID")" 2>/dev/null; }; then
  rm -f "$SOCKET"
  podman system service --time=0 "unix://$SOCKET" >"$STATE/engine.log" 2>&1 </dev/null &
  echo $! >"$PID"
  for _ in $(seq 100); do
    [ ! -S "$SOCKET" ] || break
    sleep 0.1
  done
fi
[ -S "$SOCKET" ] || { cat "$STATE/engine.log" >&2; exit 1; }

echo "export CONTAINERS_CONF='$CONTAINERS_CONF'"
echo "export DOCKER_HOST='unix://$SOCKET'"
echo "export TESTCONTAINERS_RYUK_DISABLED=true"
