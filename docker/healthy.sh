#!/bin/bash
# Asks the service whether it is ready, at its management port; one that has a HEALTH_PATH has no such port. The image has no HTTP client, and bash needs none.
port=${SERVER_PORT:?}
[ -n "${HEALTH_PATH:-}" ] || port=$((port + 100))
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${HEALTH_PATH:-/actuator/health/readiness}" >&3
read -r status <&3
case "$status" in *" 200"*) exit 0 ;; *) exit 1 ;; esac
