#!/bin/sh
# Starts the service with the arguments it is given, or with the argument `train` writes the ahead-of-time cache it starts from.
set -eu

options="-XX:+UseCompactObjectHeaders -XX:+ExitOnOutOfMemoryError -XX:MaxRAMPercentage=60"
# What machines read must not depend on the language and the place of the machine.
options="$options -Duser.language=en -Duser.country=US -Duser.timezone=UTC"
options="$options --enable-native-access=ALL-UNNAMED"

# All services together: the first that is loaded would end the training of the others, so there is no cache.
if [ "${PAYLATER_PROGRAM:-}" = one-process ]; then
  [ "${1:-}" != train ] || exit 0
  # shellcheck disable=SC2086
  exec java $options ${PAYLATER_JAVA_OPTS:-} -jar /app/app.jar "$@"
fi

if [ "${1:-}" = train ]; then
  # Nothing answers while an image is built. The context is loaded as far as that goes, which is
  # where most of the time goes; a start without the cache is slower and nothing else.
  # shellcheck disable=SC2086
  SPRING_PROFILES_ACTIVE=local timeout 60 java $options -XX:AOTCacheOutput=/app/app.aot \
    -Dspring.context.exit=onRefresh -jar /app/app.jar || echo "Trained with an incomplete start"
  exit 0
fi

# shellcheck disable=SC2086
exec java $options -XX:AOTCache=/app/app.aot ${PAYLATER_JAVA_OPTS:-} -jar /app/app.jar "$@"
