#!/usr/bin/env bash
# The API family's public Node SDK, unchanged: a customer, and a payment's whole life.
source "$(dirname "$0")/lib.sh"
bring_npm node-sdk @juspay-tech/hyperswitch-node@2.0.0
rm -rf "$work" && mkdir -p "$work"
cp "$here/node-sdk/shop.cjs" "$work"
NODE_PATH="$tools/node-sdk/node_modules" node "$work/shop.cjs"
