#!/bin/bash
# Asks the service whether it is ready, at its management port; one that has a HEALTH_PATH has no such port. Where all services are one
# process, HEALTH_PORTS names the management port of each. The image has no HTTP client, and bash needs none.
ask() {
  local status
  exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
  printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "${HEALTH_PATH:-/actuator/health/readiness}" >&3
  read -r status <&3
  case "$status" in *" 200"*) exec 3>&- ;; *) exit 1 ;; esac
}

if [ -n "${HEALTH_PORTS:-}" ]; then
  for port in $HEALTH_PORTS; do ask "$port"; done
elif [ -n "${HEALTH_PATH:-}" ]; then
  ask "${SERVER_PORT:?}"
else
  ask $((${SERVER_PORT:?} + 100))
fi
