#!/usr/bin/env bash
# Runs the tools of strangers against a running system: run.sh [NAME...]. Without PAYLATER_API one is started for them.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
names=("$@")
[ $# -gt 0 ] || names=(lint typescript python java go node-sdk paypal-sdk kafkajs)
mkdir -p "$root/target/clients"

if [ -z "${PAYLATER_API:-}" ]; then
  export PAYLATER_HOME="$root/target/clients/home" PAYLATER_PORT_OFFSET="${PAYLATER_PORT_OFFSET:-4000}"
  export PAYLATER_API="http://127.0.0.1:$((8080 + PAYLATER_PORT_OFFSET))"
  trap '"$root/paylater" down --wipe >/dev/null 2>&1' EXIT
  "$root/paylater" up --one-process >"$root/target/clients/up.log" 2>&1 || {
    tail -n 20 "$root/target/clients/up.log" >&2
    exit 1
  }
fi

failed=0
for name in "${names[@]}"; do
  log="$root/target/clients/$name.log" started=$SECONDS
  bash "$here/$name.sh" >"$log" 2>&1
  status=$?
  case $status in
    0) outcome=passed ;;
    75) outcome=skipped ;;
    *) outcome=FAILED failed=1 ;;
  esac
  echo "$name: $outcome in $((SECONDS - started)) s: $(tail -n 1 "$log")"
done
exit "$failed"
