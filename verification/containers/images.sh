#!/usr/bin/env bash
# For tests only: builds stand-ins for the images of docker-compose.yml and of the tests, under the
# same names, on a machine that reaches no image registry. What they are made of: Debian from the
# mirror that apt uses, the JDK in JAVA_HOME, jars from the Maven repository, and this project's
# document store in MongoDB's place. With "services" as argument, the services' own images as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly HERE=verification/containers
readonly STATE="$HERE/target"
: "${JAVA_HOME:?the JDK 25 that goes into the images}"
mkdir -p "$STATE"
eval "$("$HERE/engine.sh")"

# The name with the version that the compose files ask for.
image() { sed -n "s#.*image: \($1:.*\)#\1#p" docker-compose.yml docker-compose.production.yml | head -n 1; }

build() {
  local tag=$1 recipe=$2 context=$3
  podman build --quiet --pull=never --format docker --tag "$tag" --file "$HERE/$recipe" "$context"
}

# base NAME [PACKAGE]: Debian, with a package.
base() {
  podman image exists "localhost/$1" && return
  local suite mirror
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  # $(REPO_URI) and the like are apt's own variables.
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
    sed -n "s/ $suite\$//p" | head -n 1)
  debootstrap --variant=minbase ${2:+--include="$2"} "$suite" "$STATE/base" "$mirror"
  tar -C "$STATE/base" -c . | podman import - "localhost/$1"
  rm -rf "$STATE/base"
}

temurin() {
  rm -rf "$STATE/jdk"
  cp -rL "$JAVA_HOME" "$STATE/jdk"
  build eclipse-temurin:25-jdk temurin/Dockerfile "$STATE/jdk"
  podman tag eclipse-temurin:25-jdk eclipse-temurin:25-jre
  rm -rf "$STATE/jdk"
}

kafka() {
  ./mvnw -B -ntp -q -f "$HERE/kafka/pom.xml" dependency:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory=target/libs
  build "$(image apache/kafka)" kafka/Dockerfile "$HERE/kafka"
}

mongo() {
  rm -rf "$STATE/mongo"
  mkdir -p "$STATE/mongo"
  cp -r sandbox/document-store/target/lib "$HERE"/mongo/mongo* "$HERE/mongo/LoginGate.java" "$STATE/mongo"
  cp sandbox/document-store/target/document-store-*.jar "$STATE/mongo/document-store.jar"
  build "$(image mongo)" mongo/Dockerfile "$STATE/mongo"
}

apicurio() {
  build "$(image apicurio/apicurio-registry)" apicurio/Dockerfile \
    sandbox/launcher/target/registry
}

nginx() {
  base nginx-base nginx-light
  build "$(image nginx)" nginx/Dockerfile "$HERE/nginx"
}

# Named as compose.sh has podman-compose name them, which then finds them built.
services() {
  local service
  for service in api-service orchestrator-service connector-service refund-service webhook-service \
    paylater-ops provider-simulator; do
    podman build --quiet --pull=never --format docker --network host --volume "$HOME/.m2:$HOME/.m2" \
      --build-arg "SERVICE=$service" --tag "paylater_$service" --file docker/Dockerfile .
  done
}

./mvnw -B -ntp -q package -Dmaven.test.skip=true -Dspotless.check.skip=true -pl sandbox/launcher,sandbox/document-store -am
base base
temurin
kafka
mongo
apicurio
nginx
[ "${1:-}" != services ] || services
