#!/bin/bash
# Starts a member of the replica set that wants logins and TLS. The members' key has to be a file that nobody else can
# read, and secrets are mounted with the owner that they have outside.
set -euo pipefail
install -m 400 -o mongodb -g mongodb /run/secrets/mongodb-members-key /tmp/members-key
exec docker-entrypoint.sh mongod --replSet rs0 --bind_ip_all --wiredTigerCacheSizeGB 0.25 --keyFile /tmp/members-key \
  --tlsMode requireTLS --tlsCertificateKeyFile /run/secrets/mongodb.pem --tlsCAFile /run/secrets/ca.pem \
  --tlsAllowConnectionsWithoutCertificates
