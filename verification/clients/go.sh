#!/usr/bin/env bash
# The client that oapi-codegen makes of the 3.0 rendering, in a program.
source "$(dirname "$0")/lib.sh"
needs go
export GOFLAGS=-mod=mod GOBIN="$tools/go"
bring "$tools/go" oapi-codegen-2.5.1 go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.5.1
descriptions
mkdir -p "$work/shop" "$work/paylater" "$work/bad"
cp "$here/go/go.mod" "$work"
cp "$here/go/shop.go" "$work/shop"
cp "$here/go/no_currency.go" "$work/bad"
cd "$work"
check oapi-codegen "$tools/go/oapi-codegen" -generate types,client -package paylater -o paylater/paylater.go openapi-3.0.json
no_warning oapi-codegen
bring "$tools/go" runtime-1.1.2 go mod tidy
go mod tidy >/dev/null 2>&1 || true
check "go vet" go vet ./paylater ./shop
refused "a payment in a currency that there is not" go vet ./bad
go run ./shop
