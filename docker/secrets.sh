#!/usr/bin/env bash
# Makes what docker-compose.production.yml mounts into its containers, a file for each secret, in the folder that is
# named (secrets). Run it once, keep a copy in a safe place, and see docs/operators/connections.md for how each is exchanged.
set -euo pipefail
folder=${1:-secrets}
if [ -e "$folder" ]; then
  echo "$folder is there already, and what is in it is not made anew: payments are encrypted with it" >&2
  exit 1
fi
# Nobody else on this machine looks into the folder; what is mounted from it, the users of the containers have to read.
umask 022
mkdir -m 700 "$folder"
cd "$folder"

random() { openssl rand -hex 24; }

for key in encryption-key key-pepper service-key webhook-key; do
  echo "1:$(openssl rand -base64 32)" >"$key"
done

# The user of each service has its name, at Kafka and at MongoDB; at the registry it has another password.
for user in api-service orchestrator-service connector-service refund-service webhook-service paylater-ops registry; do
  random >"$user-password"
  echo "$user $(cat "$user-password")" >>passwords
done
for user in api-service orchestrator-service connector-service refund-service webhook-service paylater-ops; do
  random >"$user-registry-password"
  echo "$user:$(openssl passwd -apr1 "$(cat "$user-registry-password")")" >>registry-users
done

# Brokers log in to each other, and whoever runs Kafka's tools to them.
broker=$(random)
operator=$(random)
plain="org.apache.kafka.common.security.plain.PlainLoginModule required"
cat >kafka-broker.properties <<PROPERTIES
jaas=$plain username="broker" password="$broker" user_broker="$broker" user_operator="$operator";
PROPERTIES
cat >kafka-operator.properties <<PROPERTIES
security.protocol=SASL_SSL
sasl.mechanism=PLAIN
sasl.jaas.config=$plain username="operator" password="$operator";
ssl.truststore.type=PEM
ssl.truststore.location=/run/secrets/ca.pem
PROPERTIES
cat >registry.properties <<PROPERTIES
apicurio.kafka.common.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="registry" password="$(cat registry-password)";
PROPERTIES
random >mongodb-operator-password
openssl rand -base64 756 >mongodb-members-key

# An authority of our own, which signs a certificate for each kind of server; its key is not mounted anywhere.
openssl ecparam -name prime256v1 -genkey -noout -out ca.key
openssl req -x509 -new -key ca.key -subj "/CN=paylater" -days 3650 -out ca.pem

# certificate NAME HOST...
certificate() {
  local name=$1 hosts=DNS:localhost,IP:127.0.0.1 host
  shift
  for host in "$@"; do hosts="$hosts,DNS:$host"; done
  openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$name.key"
  openssl req -new -key "$name.key" -subj "/CN=$name" -out "$name.csr"
  printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$hosts" >"$name.ext"
  openssl x509 -req -in "$name.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 825 -extfile "$name.ext" -out "$name.crt" 2>/dev/null
  cat "$name.key" "$name.crt" >"$name.pem"
  rm "$name.key" "$name.crt" "$name.csr" "$name.ext"
}

certificate kafka kafka kafka2 kafka3
certificate mongodb mongo1 mongo2 mongo3
certificate registry-gate registry-gate
rm ca.srl
chmod 600 ca.key
echo "Made in $folder: $(ls | wc -l | tr -d ' ') files"
