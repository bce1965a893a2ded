import { splitList } from '../domain/target/host-patterns.ts'
import { parseDuration } from '../domain/spelling.ts'
import { setting } from './setting.ts'
import { between, parseWhole } from './setting-parsers.ts'

/** Settings of the listener: a part of `SETTINGS` (config.ts). */
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
    help: 'How long browsers shall speak nothing but TLS to this host, for example `365d` (`Strict-Transport-Security`); only with `TOCSIN_TLS_CERT_FILE`. It counts for every port of the host: what else speaks plain HTTP there cannot be reached by them any more. `0s`: the header is not sent.',
    fallback: '0s',
    parse: between(parseDuration, { least: 0, most: 3650 * 86_400_000, words: 'from 0s to 3650d' }),
  }),
  cloudEventsOrigins: setting({
    env: 'TOCSIN_CLOUDEVENTS_ORIGINS',
    flag: '--cloudevents-origins',
    help: 'Which senders of CloudEvents may report here, where they ask before they begin (`OPTIONS` with `WebHook-Request-Origin`): host names, separated by commas, or `*` for all whose token is good.',
    fallback: '*',
    parse: (text) => splitList(text).map((origin) => origin.toLowerCase()),
  }),
  cloudEventsPerMinute: setting({
    env: 'TOCSIN_CLOUDEVENTS_RATE',
    flag: '--cloudevents-rate',
    help: 'Requests a minute that such a sender may make; `0`: no limit.',
    fallback: '0',
    parse: between(parseWhole, { least: 0, most: 1_000_000, words: 'from 0 to 1000000' }),
  }),
} as const
