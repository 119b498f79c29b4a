#!/bin/bash
exec java -Xmx96m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' org.apache.kafka.tools.AclCommand "$@"
