#!/usr/bin/env bash
# For tests only, on stand-in images (images.sh services): docker-compose.yml as a whole until its first payment; then the
# production file, which has to refuse a store that is no replica set, and with TLS and logins on at Kafka, the store and
# the registry takes a payment.
#   compose.sh [production]   with "production", that file alone
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
eval "$(verification/containers/engine.sh)"
. verification/containers/lib.sh

readonly PROJECT=paylater
readonly SIMULATOR="${PROJECT}_provider-simulator"
compose() { podman-compose -p "$PROJECT" "$@"; }
local_files=(-f docker-compose.yml -f verification/containers/compose.yml)
refused_files=(-f docker-compose.yml -f docker-compose.production.yml -f verification/containers/compose.yml)
production_files=(-f docker-compose.yml -f docker-compose.production.yml -f verification/containers/compose-production.yml)

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

container_of() { echo "${PROJECT}_$1_1"; }

# The logs of the services, which say why one does not get ready.
show_why() {
  local service
  for service in api-service orchestrator-service mongo1 registry-gate kafka-init; do
    echo "== $service" >&2
    podman logs --tail 12 "$(container_of "$service")" >&2 || true
  done
}

finish() {
  local result=$?
  [ "$result" = 0 ] || show_why
  down
}

# admin PATH BODY: prints the answer. The key is made for this run.
admin() { curl -sf "http://127.0.0.1:8080/admin/$1" -H "admin-api-key: $PAYLATER_ADMIN_KEY" -H "$JSON" -d "$2"; }

# Creates a merchant, its key and a payment: a command that orchestrator-service has taken from Kafka and written.
take_payment() {
  admin merchants '{"merchant_id": "lamps", "name": "Lamps and more"}' >/dev/null
  local key
  key=$(admin merchants/lamps/api_keys '{"kind": "secret"}' | sed -n 's/.*"api_key": *"\([^"]*\)".*/\1/p')
  curl -sf http://127.0.0.1:8080/payments -H "api-key: $key" -H "$JSON" -d '{"amount": 6540, "currency": "EUR"}'
}

local_file() {
  say "docker-compose.yml"
  compose "${local_files[@]}" up -d --no-build >"$LOG" 2>&1
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
}

refused_store() {
  say "docker-compose.production.yml on a single store"
  compose "${refused_files[@]}" up -d --no-build >>"$LOG" 2>&1
  await 180 "the refusal of a store that is no replica set" \
    bash -c "podman logs $(container_of orchestrator-service) 2>&1 | grep 'points at a standalone server'"
  down
}

production_file() {
  say "docker-compose.production.yml with logins"
  # podman-compose waits for no health and no end of another container.
  compose "${production_files[@]}" up -d --no-build kafka kafka2 kafka3 mongo1 >>"$LOG" 2>&1
  compose "${production_files[@]}" up -d --no-build kafka-init >>"$LOG" 2>&1
  await 400 "the users and rights at Kafka" \
    bash -c "podman logs $(container_of kafka-init) 2>&1 | grep 'Users and rights are set'"
  compose "${production_files[@]}" up -d --no-build registry registry-gate >>"$LOG" 2>&1
  await 120 "the registry" bash -c "podman exec $(container_of registry) bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080'"
  compose "${production_files[@]}" up -d --no-build >>"$LOG" 2>&1
  for port in 8080 8081 8082 8083 8084; do await 600 "port $port ready" ready $port; done
  take_payment | grep -o '"status": *"[a-z_]*"' | tee /dev/stderr | grep -q requires_payment_method
  if podman logs "$(container_of mongo1)" 2>&1 | grep "^gate: .*not authorized"; then
    echo "A service lacks a right at the store" >&2
    return 1
  fi
  say "no service was refused anything at the store"
}

export PAYLATER_PUBLIC_URL=https://pay.example
PAYLATER_ADMIN_KEY=$(openssl rand -hex 24)
export PAYLATER_ADMIN_KEY
[ -e secrets ] || docker/secrets.sh
readonly LOG=verification/containers/target/compose.log

trap finish EXIT
down
if [ "${1:-}" != production ]; then
  local_file
  refused_store
fi
production_file
say "Everything as expected"
