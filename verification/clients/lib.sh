# Sourced by each script here: the system that is tested, where tools are kept, and how one is brought in time.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tools="$root/target/clients/tools"
work="$root/target/clients/work/$(basename "$0" .sh)"
export PAYLATER_API="${PAYLATER_API:-http://127.0.0.1:8080}"
export PAYLATER_KEY="${PAYLATER_KEY:-sk_sandbox_paylater_0123456789abcdef}"
export PAYLATER_ADMIN_KEY="${PAYLATER_ADMIN_KEY:-admin_sandbox_paylater_0123456789abcdef}"
# A registry that is slow or away makes a tool absent, and the system not wrong.
readonly PATIENCE="${PAYLATER_CLIENTS_PATIENCE:-180}"
readonly SKIPPED=75

skip() {
  echo "$*"
  exit "$SKIPPED"
}

fail() {
  echo "$*"
  exit 1
}

needs() {
  command -v "$1" >/dev/null || skip "there is no $1 on this machine"
}

# Runs a command once for a folder of tools: bring FOLDER WHAT COMMAND...
bring() {
  local folder=$1 what=$2
  shift 2
  [ -f "$folder/brought-$what" ] && return
  mkdir -p "$folder"
  timeout "$PATIENCE" "$@" >"$folder/install.log" 2>&1 ||
    skip "$what could not be installed within $PATIENCE s ($folder/install.log)"
  touch "$folder/brought-$what"
}

# bring_npm FOLDER PACKAGE@VERSION...
bring_npm() {
  local folder="$tools/$1"
  shift
  needs npm
  bring "$folder" "$(echo "$*" | tr '/ @' '...')" \
    npm install --no-audit --no-fund --loglevel=error --prefix "$folder" --save-exact "$@"
}

# bring_pip FOLDER PACKAGE==VERSION...
bring_pip() {
  local folder="$tools/$1"
  shift
  needs python3
  bring "$folder" environment python3 -m venv "$folder"
  bring "$folder" "$(echo "$*" | tr ' =' '..')" "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# The documents as the running system serves them.
descriptions() {
  rm -rf "$work"
  mkdir -p "$work"
  curl -fsS "$PAYLATER_API/openapi.json" -o "$work/openapi.json" &&
    curl -fsS "$PAYLATER_API/openapi-3.0.json" -o "$work/openapi-3.0.json" ||
    fail "no system answers at $PAYLATER_API; ./paylater up starts one"
}

# Fails with the end of the output: check WHAT COMMAND...
check() {
  local what=$1
  shift
  "$@" >"$work/check.log" 2>&1 || {
    tail -n 40 "$work/check.log" >&2
    fail "$what failed"
  }
}

# A warning of a generator is a field or an operation that its clients do not have.
no_warning() {
  if grep -iE "warn" "$work/check.log" >&2; then
    fail "$1 warns"
  fi
}

# What a compiler has to refuse: refused WHAT COMMAND...
refused() {
  local what=$1
  shift
  if "$@" >"$work/refused.log" 2>&1; then
    fail "$what compiles"
  fi
}
