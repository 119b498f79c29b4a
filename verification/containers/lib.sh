# For tests only, sourced by the scripts beside it: containers on private networks, by podman.
# Expects the images that images.sh builds.

readonly JSON='content-type: application/json'
readonly SECRET_KEY=sk_sandbox_paylater_0123456789abcdef

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }

# await SECONDS WHAT COMMAND...: until the command succeeds.
await() {
  local seconds=$1 what=$2 begun=$SECONDS
  shift 2
  until "$@" >/dev/null 2>&1; do
    if [ $((SECONDS - begun)) -ge "$seconds" ]; then
      echo "Waited $seconds s in vain for $what" >&2
      return 1
    fi
    sleep 1
  done
  say "$what after $((SECONDS - begun)) s"
}

# ready PORT: of a service, whose management port lies 100 behind it.
ready() { [ "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$(($1 + 100))/actuator/health/readiness")" = 200 ]; }

# pay API_PORT: creates, confirms, captures and refunds a payment, and prints how it ended.
pay() {
  local api=http://127.0.0.1:$1/payments id
  local created
  created=$(curl -sf "$api" -H "api-key: $SECRET_KEY" -H "$JSON" -d '{
    "amount": 6540, "currency": "EUR", "capture_method": "manual", "confirm": true,
    "payment_method": "pay_later", "payment_method_type": "invoice",
    "payment_method_data": {"pay_later": {"invoice": {}}},
    "billing": {"address": {"first_name": "Ada", "last_name": "Jones", "line1": "Main St 1",
      "zip": "10115", "city": "Berlin", "country": "DE"}, "email": "ada@example.com"}}')
  id=$(sed -n 's/.*"payment_id":"\([^"]*\)".*/\1/p' <<<"$created")
  curl -sf -X POST "$api/$id/capture" -H "api-key: $SECRET_KEY" -H "$JSON" -d '{}' >/dev/null
  curl -sf "http://127.0.0.1:$1/refunds" -H "api-key: $SECRET_KEY" -H "$JSON" \
    -d "{\"payment_id\": \"$id\", \"amount\": 1500}" >/dev/null
  curl -sf "$api/$id" -H "api-key: $SECRET_KEY" |
    grep -o '"status":"[a-z_]*"' | head -n 1 | sed "s/^/$id /"
}
