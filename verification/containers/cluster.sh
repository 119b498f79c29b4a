#!/usr/bin/env bash
# For tests only: three brokers with Kafka's default settings and two instances of every service, as containers on a
# private network, on the images that images.sh builds. MongoDB's place is taken by the local document store.
#   cluster.sh up                    starts it; ./paylater reconcile and chaos --cluster find it by PAYLATER_HOME
#   cluster.sh run [chaos options]   up, the load of chaos while a broker and an instance of each service are
#                                    killed and cut off, one after the other, and down
#   cluster.sh kill|start NAME       kill -9, and start again until it is ready
#   cluster.sh cut|join NAME         takes its cable out, and puts it in again until it is ready
#   cluster.sh down
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
eval "$(verification/containers/engine.sh)"
. verification/containers/lib.sh

readonly NET=paylater-cluster
readonly OFFSET=${PAYLATER_PORT_OFFSET:-0}
export PAYLATER_HOME=${PAYLATER_HOME:-$PWD/verification/containers/target/cluster}
readonly INSTANCES="orchestrator-service connector-service refund-service webhook-service api-service"
port() { echo $(($1 + OFFSET)); }

# The ports of the first and the second instance.
declare -A PORTS=([api-service]="8080 8280" [refund-service]="8081 8281" [connector-service]="8082 8282"
  [orchestrator-service]="8083 8283" [webhook-service]="8084 8284")

public_port() {
  local service=${1%-*} ports
  read -ra ports <<<"${PORTS[$service]}"
  port "${ports[$((${1##*-} - 1))]}"
}

broker() {
  local number=$1 external
  external=$(port $((9091 + number)))
  # Who it is, and nothing else: all other settings are Kafka's defaults.
  podman run -d --name "$NET-kafka-$number" --hostname "kafka-$number" --network "$NET" \
    --network-alias "kafka-$number" --memory 768m -p "127.0.0.1:$external:9092" \
    -e KAFKA_HEAP_OPTS=-Xmx384m -e KAFKA_NODE_ID="$number" -e KAFKA_PROCESS_ROLES=broker,controller \
    -e KAFKA_CONTROLLER_QUORUM_VOTERS=1@kafka-1:29093,2@kafka-2:29093,3@kafka-3:29093 \
    -e KAFKA_CONTROLLER_LISTENER_NAMES=CONTROLLER \
    -e KAFKA_LISTENERS=INTERNAL://:19092,EXTERNAL://:9092,CONTROLLER://:29093 \
    -e "KAFKA_ADVERTISED_LISTENERS=INTERNAL://kafka-$number:19092,EXTERNAL://127.0.0.1:$external" \
    -e KAFKA_LISTENER_SECURITY_PROTOCOL_MAP=INTERNAL:PLAINTEXT,EXTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT \
    -e KAFKA_INTER_BROKER_LISTENER_NAME=INTERNAL -e KAFKA_LOG_DIRS=/var/lib/kafka/data \
    apache/kafka:4.2.1 >/dev/null
}

instance() {
  local service=$1 number=$2 name="$1-$2" inside outside
  inside=${PORTS[$service]%% *}
  outside=$(public_port "$name")
  podman run -d --name "$NET-$name" --hostname "$name" --network "$NET" --network-alias "$name" \
    --network-alias "$service" --memory 512m -p "127.0.0.1:$outside:$inside" -p "127.0.0.1:$((outside + 100)):$((inside + 100))" \
    -e SPRING_PROFILES_ACTIVE=local -e SERVER_ADDRESS=0.0.0.0 -e SERVER_PORT="$inside" \
    -e PAYLATER_INSTANCE="$number" \
    -e PAYLATER_KAFKA_REPLICATIONFACTOR=3 -e PAYLATER_KAFKA_MININSYNCREPLICAS=2 \
    -e PAYLATER_KAFKA_BOOTSTRAP=kafka-1:19092,kafka-2:19092,kafka-3:19092 \
    -e PAYLATER_MONGODB_URI=mongodb://mongo:27017/paylater \
    -e PAYLATER_REGISTRY_URL=http://registry:8080/apis/ccompat/v7 \
    -e "PAYLATER_PUBLIC_URL=http://127.0.0.1:$(port 8080)" \
    -e PAYLATER_CONNECTOR_URL=http://connector-service:8082 \
    -e PAYLATER_API_URL=http://api-service:8080 \
    -e "PAYLATER_SIMULATOR_URL=http://host.containers.internal:$(port 8090)" \
    -e PAYLATER_INTERNAL_HOSTS=host.containers.internal \
    -e PAYLATER_ENCRYPTION_KEY=1:ZG9ja2VyLXRyaWFsLW5vdC1hLXNlY3JldC1hdC1hbGw= \
    -e PAYLATER_KEY_PEPPER=1:ZG9ja2VyLXRyaWFsLXBlcHBlci1ub3Qtc2VjcmV0LSE= \
    -e PAYLATER_SERVICE_KEY=1:ZG9ja2VyLXRyaWFsLXNlcnZpY2Uta2V5LXB1YmxpYyE= \
    -e PAYLATER_WEBHOOK_KEY=1:ZG9ja2VyLXRyaWFsLXdlYmhvb2sta2V5LXB1YmxpYyE= \
    "paylater_$service" >/dev/null
}

up() {
  podman network exists "$NET" || podman network create "$NET" >/dev/null
  for number in 1 2 3; do broker "$number"; done
  podman run -d --name "$NET-mongo" --network "$NET" --network-alias mongo --memory 768m \
    -p "127.0.0.1:$(port 27017):27017" mongo:8.0 >/dev/null
  # It keeps its schemas in memory: it is not what is tried here, and never ends.
  podman run -d --name "$NET-registry" --network "$NET" --network-alias registry --memory 512m \
    -p "127.0.0.1:$(port 8085):8080" apicurio/apicurio-registry:3.3.3 >/dev/null
  # The provider is on the internet: on the host's network, where its webhooks find the API's public address.
  podman run -d --name "$NET-simulator" --network host --memory 768m \
    -e SERVER_ADDRESS=0.0.0.0 -e "SERVER_PORT=$(port 8090)" -e "PAYLATER_PUBLIC_URL=http://127.0.0.1:$(port 8090)" \
    -e HEALTH_PATH=/simulator/health paylater_provider-simulator >/dev/null
  for number in 1 2 3; do await 120 "kafka-$number" broker_ready "kafka-$number"; done
  await 120 registry curl -sf "http://127.0.0.1:$(port 8085)/apis/ccompat/v7/subjects"
  for number in 1 2; do
    for service in $INSTANCES; do instance "$service" "$number"; done
  done
  for number in 1 2; do
    for service in $INSTANCES; do await 240 "$service-$number" ready "$(public_port "$service-$number")"; done
  done
  mkdir -p "$PAYLATER_HOME"
  cat >"$PAYLATER_HOME/servers" <<SERVERS
kafka=127.0.0.1:$(port 9092),127.0.0.1:$(port 9093),127.0.0.1:$(port 9094)
store=mongodb://127.0.0.1:$(port 27017)/paylater
registry=http://127.0.0.1:$(port 8085)/apis/ccompat/v7
SERVERS
  await 60 "a first payment" pay "$(port 8080)"
}

down() {
  podman ps -a --format '{{.Names}}' | { grep "^$NET-" || true; } | xargs -r podman rm -f -v >/dev/null
  podman network rm "$NET" >/dev/null 2>&1 || true
}

# A broker is ready when no partition that it leads or follows is behind.
broker_ready() {
  podman exec "$NET-$1" /opt/kafka/bin/kafka-broker-api-versions.sh --bootstrap-server "$1:19092"
}

settled() {
  case $1 in
    kafka-*) await 120 "$1" broker_ready "$1" ;;
    *) await 180 "$1" ready "$(public_port "$1")" ;;
  esac
}

# The host's end of the container's cable: its addresses and routes stay as they are.
cable() {
  local pid index
  pid=$(podman inspect --format '{{.State.Pid}}' "$NET-$1")
  index=$(nsenter -t "$pid" -n ip -o link show eth0 | sed -n 's/.*eth0@if\([0-9]*\):.*/\1/p')
  ip -o link | sed -n "s/^$index: \([^:@]*\).*/\1/p"
}

case ${1:-} in
  up) up ;;
  down) down ;;
  run)
    shift
    trap down EXIT
    down
    up
    PAYLATER_CHECKOUT="$PWD" ./paylater chaos --cluster "$@"
    ;;
  kill) podman kill --signal KILL "$NET-$2" >/dev/null && say "killed $2" ;;
  start) podman start "$NET-$2" >/dev/null && settled "$2" ;;
  cut) ip link set "$(cable "$2")" down && say "cut off $2" ;;
  join) ip link set "$(cable "$2")" up && settled "$2" ;;
  *)
    sed -n '2,10s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac
