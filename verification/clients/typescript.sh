#!/usr/bin/env bash
# The types that openapi-typescript makes, in a program that openapi-fetch runs.
source "$(dirname "$0")/lib.sh"
bring_npm typescript openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3 @types/node@20.19.43
descriptions
bin="$tools/typescript/node_modules/.bin"
ln -s "$tools/typescript/node_modules" "$work/node_modules"
cp "$here"/typescript/*.ts "$work"
cd "$work"
echo '{"type": "module"}' >package.json
check openapi-typescript "$bin/openapi-typescript" openapi.json -o paylater.ts
no_warning openapi-typescript
compile=("$bin/tsc" --strict --target es2022 --module nodenext --skipLibCheck)
check tsc "${compile[@]}" paylater.ts shop.ts
refused "a payment without a currency" "${compile[@]}" --noEmit without-currency.ts
node shop.js
