#!/bin/bash
# Run by kafka-init once the brokers are up, and again at each start: gives each user of Kafka a login (the secret
# "passwords") and the rights in kafka-access.txt. What an earlier release was allowed beyond that stays, until it is
# taken away with kafka-acls.sh --remove.
set -euo pipefail
here=$(dirname "$0")
server=(--bootstrap-server kafka:19092 --command-config /run/secrets/kafka-operator.properties)

while read -r user password; do
  # In a file without the brackets that the command line wants.
  printf 'SCRAM-SHA-512=iterations=8192,password=%s\n' "$password" >/tmp/login
  /opt/kafka/bin/kafka-configs.sh "${server[@]}" --alter --entity-type users --entity-name "$user" --add-config-file /tmp/login
done </run/secrets/passwords
rm /tmp/login

while read -r user operations resource pattern names; do
  options=()
  for operation in ${operations//,/ }; do options+=(--operation "$operation"); done
  for name in $names; do options+=("--$resource" "$name"); done
  /opt/kafka/bin/kafka-acls.sh "${server[@]}" --add --allow-principal "User:$user" --resource-pattern-type "$pattern" "${options[@]}" >/dev/null
done <"$here/kafka-access.txt"
echo "Users and rights are set"
