#!/usr/bin/env bash
# The client that openapi-python-client makes, typed by mypy, in a program.
source "$(dirname "$0")/lib.sh"
bring_pip python openapi-python-client==0.28.4 mypy==2.4.1 httpx==0.28.1 attrs==26.1.0 python-dateutil==2.9.0.post0 \
  types-python-dateutil==2.9.0.20261116
descriptions
bin="$tools/python/bin"
PATH="$bin:$PATH"
cp "$here"/python/*.py "$work"
cd "$work"
check openapi-python-client openapi-python-client generate --path openapi.json --meta none \
  --output-path paylater_client --fail-on-warning
# Of the client what is made of the description: the generator's own client.py and types.py are the same for everybody.
check mypy mypy paylater_client/models paylater_client/api shop.py --follow-imports=silent
refused "a payment without a currency" mypy without_currency.py
python shop.py
