#!/usr/bin/env bash
# Scenarios of the API family as Postman collections, by newman: PAYLATER_COLLECTION=FILE newman.sh. Card payments in them become
# ones by pay_later (newman/rewrite.mjs says what is left out).
source "$(dirname "$0")/lib.sh"
collection="${PAYLATER_COLLECTION:-}"
[ -n "$collection" ] || skip "PAYLATER_COLLECTION names no collection"
[ -f "$collection" ] || fail "there is no file $collection"
export PAYLATER_PUBLISHABLE_KEY="${PAYLATER_PUBLISHABLE_KEY:-pk_sandbox_paylater_0123456789abcdef}"
bring_npm newman newman@6.2.1
descriptions
node "$here/newman/rewrite.mjs" "$collection" "$work/collection.json"
"$tools/newman/node_modules/.bin/newman" run "$work/collection.json" --reporters cli,json --reporter-json-export "$work/result.json" \
  --timeout-request 20000 >"$work/newman.log" 2>&1 || true
node "$here/newman/result.mjs" "$work/result.json"
