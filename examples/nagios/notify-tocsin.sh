#!/bin/sh
# Reports one notification of Icinga 2 to Tocsin (docs/sources-nagios.md). All values come as variables of the environment,
# so that no quote in one of them can break the command. The token is in a file, out of sight of `ps`.
exec curl -sSf -m 10 --retry 3 --retry-connrefused \
  -H "@${TOCSIN_HEADER_FILE:-/etc/icinga2/tocsin-header}" \
  --data-urlencode "type=${NOTIFICATION_TYPE}" \
  --data-urlencode "host=${HOST_NAME}" \
  --data-urlencode "addr=${HOST_ADDRESS}" \
  --data-urlencode "service=${SERVICE_NAME}" \
  --data-urlencode "state=${STATE}" \
  --data-urlencode "last_state=${LAST_STATE}" \
  --data-urlencode "output=${OUTPUT}" \
  --data-urlencode "t=${AT}" \
  "${TOCSIN_URL}"
