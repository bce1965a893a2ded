import { splitList } from '../domain/target/target-list.ts'
import { parseDuration } from '../domain/spelling.ts'
import { setting } from './setting.ts'
import { between, parseWhole } from './setting-parsers.ts'

/** Settings of the listener: a part of `SETTINGS` (config.ts). */
export const HTTP_SETTINGS = {
  connectionsMax: setting({
    env: 'TOCSIN_CONNECTIONS_MAX',
    flag: '--connections-max',
    help: 'Most open connections to the API. At the limit Tocsin closes idle ones, accepts new ones once there is room, and counts both in `tocsin_http_connections_ended_total`.',
    fallback: '5000',
    parse: between(parseWhole, { least: 10, most: 1_000_000, words: 'from 10 to 1000000' }),
  }),
  strictTransportMs: setting({
    env: 'TOCSIN_HSTS',
    flag: '--hsts',
    help: 'How long browsers must use TLS for this host (`Strict-Transport-Security`), for example `365d`; needs `TOCSIN_TLS_CERT_FILE`. It holds for every port of the host: browsers can no longer reach services there by plain HTTP. `0s`: do not send the header.',
    fallback: '0s',
    parse: between(parseDuration, { least: 0, most: 3650 * 86_400_000, words: 'from 0s to 3650d' }),
  }),
  tracesUrl: setting({
    env: 'TOCSIN_TRACES_URL',
    flag: '--traces-url',
    help: 'Collector of OpenTelemetry to which traces are sent, by OTLP over HTTP with JSON, for example `http://127.0.0.1:4318/v1/traces`. Each event has a trace: its report, the commit, and each claim with its request, which has the header `traceparent`. The trace of a sender goes on if its token has the scope `traces:write`. Default: no traces.',
    fallback: '',
    parse: parseCollector,
  }),
  cloudEventsOrigins: setting({
    env: 'TOCSIN_CLOUDEVENTS_ORIGINS',
    flag: '--cloudevents-origins',
    help: 'Senders of CloudEvents that get permission when they ask for it (`OPTIONS` with `WebHook-Request-Origin`): host names, separated by commas, or `*` for every sender with a valid token.',
    fallback: '*',
    parse: (text) => splitList(text).map((origin) => origin.toLowerCase()),
  }),
  cloudEventsPerMinute: setting({
    env: 'TOCSIN_CLOUDEVENTS_RATE',
    flag: '--cloudevents-rate',
    help: 'Requests per minute granted to such a sender; `0`: no limit.',
    fallback: '0',
    parse: between(parseWhole, { least: 0, most: 1_000_000, words: 'from 0 to 1000000' }),
  }),
} as const

function parseCollector(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (text !== '' && url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Error(`is "${text}", not an address such as http://127.0.0.1:4318/v1/traces`)
  return text
}
