import { parseDuration } from '../domain/spelling.ts'
import { setting } from './setting.ts'
import { between, parseWhole } from './setting-parsers.ts'

/** How the listener treats those who connect: a part of `SETTINGS` (config.ts). */
export const HTTP_SETTINGS = {
  connectionsMax: setting({
    env: 'TOCSIN_CONNECTIONS_MAX',
    flag: '--connections-max',
    help: 'How many connections to the API may be open at once. At the limit idle ones are ended to make room, new ones are not taken until there is some, and `tocsin_http_connections_ended_total` counts them.',
    fallback: '5000',
    parse: between(parseWhole, { least: 10, most: 1_000_000, words: 'from 10 to 1000000' }),
  }),
  strictTransportMs: setting({
    env: 'TOCSIN_HSTS',
    flag: '--hsts',
    help: 'How long browsers shall speak nothing but TLS to this host, for example `365d` (`Strict-Transport-Security`); only with `TOCSIN_TLS_CERT_FILE`. It counts for every port of the host: what else speaks plain HTTP there cannot be reached by them any more. `0s`: they are not told.',
    fallback: '0s',
    parse: between(parseDuration, { least: 0, most: 3650 * 86_400_000, words: 'from 0s to 3650d' }),
  }),
} as const
