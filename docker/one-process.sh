#!/bin/sh
# Lays out the program that runs all services in one JVM, in layers as Spring Boot's jarmode does for one service:
#   docker/one-process.sh FOLDER
# The libraries are those of the five services; the simulator, the store and the broker of the sandbox are left out.
set -eu
folder=$1
unpacked=$(mktemp -d)
mkdir -p "$folder/dependencies/lib" "$folder/snapshot-dependencies/lib" "$folder/application"
for service in api-service orchestrator-service connector-service refund-service webhook-service; do
  java -Djarmode=tools -jar "$service"/target/"$service"-*-exec.jar extract --destination "$unpacked/$service" --force
  cp "$unpacked/$service"/lib/*.jar "$folder/dependencies/lib/"
  # As a library of the program: its classes, and its application.yml.
  cp "$(ls "$service"/target/"$service"-*.jar | grep -v -e '-exec.jar' -e '-sources.jar' -e '-tests.jar')" "$folder/snapshot-dependencies/lib/"
done
for library in "$folder"/dependencies/lib/*-SNAPSHOT.jar; do
  mv "$library" "$folder/snapshot-dependencies/lib/"
done
cp sandbox/one-process/target/one-process-*.jar "$folder/application/app.jar"
rm -rf "$unpacked"
