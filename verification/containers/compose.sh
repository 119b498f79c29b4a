#!/usr/bin/env bash
# For tests only: docker-compose.yml as a whole on stand-in images (images.sh services), until its first payment;
# then the production file, whose guards have to refuse the stand-in for MongoDB, which is no replica set.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
eval "$(verification/containers/engine.sh)"
. verification/containers/lib.sh

readonly PROJECT=paylater
readonly SIMULATOR="${PROJECT}_provider-simulator"
compose() { podman-compose -p "$PROJECT" "$@"; }
local_files=(-f docker-compose.yml -f verification/containers/compose.yml)
production_files=(-f docker-compose.yml -f docker-compose.production.yml -f verification/containers/compose.yml)

down() {
  podman rm -f "$SIMULATOR" >/dev/null 2>&1 || true
  compose "${production_files[@]}" down -v >/dev/null 2>&1 || true
}

# podman-compose of Debian 12 knows no network_mode: service:, so the simulator joins by hand.
simulator() {
  podman run -d --name "$SIMULATOR" --network "container:${PROJECT}_api-service_1" --memory 256m \
    -e SERVER_ADDRESS=0.0.0.0 -e SERVER_PORT=8090 -e PAYLATER_PUBLIC_URL=http://127.0.0.1:8090 \
    -e HEALTH_PATH=/simulator/health "${PROJECT}_provider-simulator" >/dev/null
}

export PAYLATER_PUBLIC_URL=https://pay.example
[ -e secrets ] || docker/secrets.sh

finish() {
  local result=$?
  if [ "$result" != 0 ]; then podman logs --tail 20 "${PROJECT}_api-service_1" >&2 || true; fi
  down
}

trap finish EXIT
down
say "docker-compose.yml"
compose "${local_files[@]}" up -d --no-build >"verification/containers/target/compose.log" 2>&1
await 180 "api-service ready" ready 8080
simulator
for port in 8081 8082 8083 8084; do await 120 "port $port ready" ready $port; done
await 60 "the simulator" curl -sf http://127.0.0.1:8090/simulator/health
# podman-compose waits for no health, so the registry may come last.
await 120 "the registry" curl -sf http://127.0.0.1:8085/apis/ccompat/v7/subjects
pay 8080 | tee /dev/stderr | grep -q '"status":"succeeded"'
for container in $(podman ps --format '{{.Names}}'); do
  podman inspect --format '{{.Name}} memory {{.HostConfig.Memory}}' "$container"
done | grep "$PROJECT" | tee /dev/stderr | awk '/ memory 0$/ { unlimited = 1 } END { exit unlimited }'
down

say "docker-compose.production.yml"
compose "${production_files[@]}" up -d --no-build >>"verification/containers/target/compose.log" 2>&1
await 180 "the refusal of a store that is no replica set" \
  bash -c "podman logs ${PROJECT}_orchestrator-service_1 2>&1 | grep 'points at a standalone server'"
await 60 "three brokers" bash -c "podman exec ${PROJECT}_kafka_1 \
  /opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server kafka3:19092"
say "Everything as expected"
