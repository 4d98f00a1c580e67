#!/bin/sh
# Writes the file .env that compose.yml needs, with new secrets. Lines that are already there stay as they are.
set -eu
cd "${1:-$(dirname "$0")/..}"
umask 077
touch .env
chmod 600 .env
# A last line without a line break would be continued by the next one.
[ -z "$(tail -c 1 .env)" ] || echo >> .env

add() {
    grep -q "^$1=" .env || echo "$1=$2" >> .env
}

random() {
    od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n'
}

add SECRET_KEY "$(random)"
add MASTER_KEY "$(random)"
add POSTGRES_PASSWORD "$(random)"
if grep -q '^OLLAMA_GPU_ENABLED=1' .env; then
    add COMPOSE_PROFILES prod
    add COMPOSE_FILE compose.yml:compose.gpu.yml
fi
add COMPOSE_PROFILES site
echo ".env is complete. Start the site with: docker compose up -d"
