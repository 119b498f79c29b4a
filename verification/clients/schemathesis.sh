#!/usr/bin/env bash
# schemathesis, which knows only the document: no server error, nothing taken that the document forbids, and nothing
# refused that it allows, but for what docs/merchants/requests.md lists. About 9,000 calls, at most 15 minutes; PHASES=fuzzing
# SECONDS_AT_MOST=600 for its random phase.
source "$(dirname "$0")/lib.sh"
bring_pip schemathesis schemathesis==4.32.5
descriptions
cp "$here/schemathesis/refusals.py" "$work"
cd "$work"
export REFUSALS="$root/docs/merchants/requests.md" SCHEMATHESIS_HOOKS=refusals
# Administrators' operations have a key of their own, and would end what is tested here.
"$tools/schemathesis/bin/schemathesis" run openapi.json --url "$PAYLATER_API" --header "api-key: $PAYLATER_KEY" \
  --exclude-path-regex '^/admin' --phases "${PHASES:-examples,coverage}" --seed 1 --no-color \
  --checks not_a_server_error,negative_data_rejection,refusal_is_listed --continue-on-failure \
  --max-time "${SECONDS_AT_MOST:-900}" --request-timeout 20 >schemathesis.log 2>&1 ||
  { tail -n 200 schemathesis.log; fail "schemathesis found something"; }
grep -oE '[0-9]+ generated.*' schemathesis.log
