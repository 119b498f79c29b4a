#!/bin/bash
# Asks the service whether it is ready. The image has no HTTP client, and bash needs none.
exec 3<>"/dev/tcp/127.0.0.1/${SERVER_PORT:?}" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${HEALTH_PATH:-/actuator/health/readiness}" >&3
read -r status <&3
case "$status" in *" 200"*) exit 0 ;; *) exit 1 ;; esac
