#!/usr/bin/env bash
# PayPal's Node SDK, unchanged, against the provider simulator: an order authorized, captured, tracked, refunded and voided.
source "$(dirname "$0")/lib.sh"
bring_npm paypal-sdk @paypal/paypal-server-sdk@2.5.0
rm -rf "$work" && mkdir -p "$work"
cp "$here/paypal-sdk/order.cjs" "$work"
NODE_PATH="$tools/paypal-sdk/node_modules" node "$work/order.cjs"
