#!/usr/bin/env bash
# What linters find in the descriptions: Redocly in both, Spectral in both; a warning or a hint fails as an error does.
source "$(dirname "$0")/lib.sh"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
bring_npm lint @redocly/cli@2.77.0 @stoplight/spectral-cli@6.16.3
descriptions
bin="$tools/lint/node_modules/.bin"
cp "$here"/lint/* "$work"
cd "$work"
for document in openapi.json openapi-3.0.json; do
  check "redocly of $document" "$bin/redocly" lint --config redocly.yaml --format stylish "$document"
  check "spectral of $document" "$bin/spectral" lint --ruleset spectral.yaml --fail-severity hint "$document"
done
echo "Redocly and Spectral find nothing"
