#!/usr/bin/env bash
# KafkaJS with the registry's public client, unchanged: every record of the public topics is read.
source "$(dirname "$0")/lib.sh"
bring_npm kafkajs kafkajs@2.2.4 @kafkajs/confluent-schema-registry@4.1.0
rm -rf "$work" && mkdir -p "$work"
cp "$here/kafkajs/read.cjs" "$work"
NODE_PATH="$tools/kafkajs/node_modules" node "$work/read.cjs"
