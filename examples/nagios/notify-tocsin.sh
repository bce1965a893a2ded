#!/bin/sh
# Reports one notification of Icinga 2 to Tocsin (docs/sources-nagios.md). All values come as variables of the environment,
# so that no quote in one of them can break the command. The token is in a file, out of sight of `ps`.
file=${TOCSIN_HEADER_FILE:-/etc/icinga2/tocsin-header}
# Without its header curl gets the same 401 as with a wrong token, and says nothing else.
[ -r "$file" ] || {
  echo "The file with the token, $file, cannot be read by $(id -un). Put it there, owned by this user (docs/sources-nagios.md)." >&2
  exit 1
}
grep -q '^[^:]*:[[:space:]]*[^[:space:]]' "$file" || {
  echo "The file with the token, $file, has none. It needs the line X-Auth-Token: tcn_… (docs/sources-nagios.md)." >&2
  exit 1
}
exec curl -sSf -m 10 --retry 3 --retry-connrefused \
  -H "@$file" \
  --data-urlencode "type=${NOTIFICATION_TYPE}" \
  --data-urlencode "host=${HOST_NAME}" \
  --data-urlencode "addr=${HOST_ADDRESS}" \
  --data-urlencode "service=${SERVICE_NAME}" \
  --data-urlencode "state=${STATE}" \
  --data-urlencode "last_state=${LAST_STATE}" \
  --data-urlencode "output=${OUTPUT}" \
  --data-urlencode "t=${AT}" \
  --data-urlencode "database=${DATABASE}" \
  --data-urlencode "link=${LINK}" \
  "${TOCSIN_URL}"
