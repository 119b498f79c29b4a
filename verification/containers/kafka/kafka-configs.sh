#!/bin/bash
exec java -Xmx96m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '/opt/kafka/libs/*' kafka.admin.ConfigCommand "$@"
