#!/usr/bin/env bash
# The client that openapi-generator makes for Java of the 3.0 rendering, in a program.
source "$(dirname "$0")/lib.sh"
bin="${JAVA_HOME:+$JAVA_HOME/bin/}"
needs "${bin}javac"
jars="$tools/java/jars"
bring "$tools/java" jars-7.25.0 "$root/mvnw" -q -f "$here/java/pom.xml" dependency:copy-dependencies \
  -DexcludeTransitive=true -DoutputDirectory="$jars"
descriptions
cp "$here"/java/*.java "$work"
cd "$work"
check openapi-generator "${bin}java" -jar "$jars"/openapi-generator-cli-*.jar generate --input-spec openapi-3.0.json \
  --generator-name java --library native --output client --invoker-package dev.example --api-package dev.example.api \
  --model-package dev.example.model --additional-properties useJakartaEe=true,useSingleRequestParameter=true \
  --global-property apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
# It says so of each component that is a list of texts, and loses nothing.
sed -i '/Failed to get the schema name: null/d' check.log
no_warning openapi-generator
classpath=$(find "$jars" -name '*.jar' ! -name 'openapi-generator-cli-*' -printf '%p:')
find client/src/main/java -name '*.java' >sources
check javac "${bin}javac" -nowarn -d classes -cp "$classpath" @sources Shop.java
refused "a payment in a currency that there is not" "${bin}javac" -d bad.classes -cp "classes:$classpath" NoCurrency.java
"${bin}java" -cp "classes:$classpath" Shop
