import { formatInstant } from '../../../src/domain/instant.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import type { CallResponse } from '../../support/app/start-app.ts'

export type Json = CallResponse['json']

export const MINUTE = 60_000
export const NOW = Date.parse('2026-09-14T06:00:00Z')

export const SOURCES = `
sources:
  monpg:
    dialect: json
    fields: { key: alert_id, name: rule_name, state: status, severity: severity, at: triggered_at, info: details }
  pgdash-2: { dialect: pgdash, severity: { high: [warn] } }
`

/** The bodies of one dialect, with which every case is tried. Times are milliseconds after `NOW`. */
export interface EdgeCaseDialect {
  /** It reports to /intake/<source>. */
  readonly source: string
  /** Without a time: as its vendor documents it, or as it was recorded. */
  readonly problem: (at?: number) => object
  readonly end: (at: number, problemAt?: number) => object
  /** The results of its end if nothing is known of the alert. */
  readonly unknownEnd: readonly string[]
  /** The result of a problem that comes once more after its end; absent: it has no such result. */
  readonly late?: 'stale' | 'raised'
  /** A problem with this text wherever there may be one. */
  readonly hostile: (text: string) => object
  /** Where an alert keeps the text; absent: it is shortened. */
  readonly kept?: (alert: Json) => string
}

export const at = (ms: number) => formatInstant(NOW + ms)
export const seconds = (ms: number) => String((NOW + ms) / 1000)
const given = (name: string, ms: number | undefined, text: (ms: number) => unknown) =>
  ms === undefined ? {} : { [name]: text(ms) }

const pgdash = sourceBody('pgdash')
const pganalyze = sourceBody('pganalyze')
const datadog = sourceBody('datadog')
const cloudEvent = sourceBody('cloudevents')
const monpg = sourceBody('json-monpg')
const zabbix = sourceBody('zabbix')
const nagios = sourceBody('nagios')

/** Dialects that report groups of alerts. */
export const GROUPS = ['alertmanager', 'grafana'].map((source) => {
  const group = sourceBody(source)
  const [alert] = group.alerts
  const of = (members: object) => ({ ...group, alerts: [{ ...alert, ...members }] })
  return {
    source,
    group,
    alert,
    problem: (ms) => of(given('startsAt', ms, at)),
    end: (ms, problemAt) => of({ ...given('startsAt', problemAt, at), status: 'resolved', endsAt: at(ms) }),
    unknownEnd: ['ignored'],
    late: 'raised',
    hostile: (text) => of({ labels: { ...alert.labels, query: text } }),
    kept: ({ labels }) => labels.query,
  } satisfies EdgeCaseDialect & { readonly group: Json; readonly alert: Json }
})

/** Dialects that report one problem or its end, by a script of ours. */
export const SCRIPTS = [
  {
    source: 'zabbix',
    problem: (ms = -5 * MINUTE) => ({ ...zabbix, timestamp: seconds(ms) }),
    end: (ms) => ({ ...zabbix, event_value: '0', recovery_timestamp: seconds(ms) }),
    unknownEnd: ['ignored'],
    late: 'stale',
    hostile: (text) => ({ ...zabbix, message: text, long_output: text }),
    kept: ({ info }) => info,
    wrong: { event_value: 'problem' },
    remedy: /event_value must be 1 for a problem or 0 for its end \(\{EVENT\.VALUE\}\)/,
  },
  {
    source: 'nagios',
    problem: (ms = -5 * MINUTE) => ({ ...nagios, t: seconds(ms) }),
    end: (ms) => ({ ...nagios, type: 'RECOVERY', state: 'OK', t: seconds(ms) }),
    unknownEnd: ['ignored'],
    late: 'stale',
    hostile: (text) => ({ ...nagios, message: text, long_output: text }),
    kept: ({ info }) => info,
    wrong: { host: '' },
    remedy: /host must be given \(\$HOSTNAME\$\)/,
  },
] as const satisfies readonly (EdgeCaseDialect & { readonly wrong: object; readonly remedy: RegExp })[]

export const pgdashAt = (ms: number, members: object = {}) => ({
  ...pgdash,
  reported: (NOW + ms) / 1000,
  ...members,
})

const OTHERS: readonly EdgeCaseDialect[] = [
  {
    source: 'pgdash',
    problem: (ms) => (ms === undefined ? pgdash : pgdashAt(ms)),
    end: (ms) => pgdashAt(ms, { alerts: [] }),
    unknownEnd: [],
    hostile: (text) => pgdashAt(0, { alerts: [{ ...pgdash.alerts[0], text, objname: text }] }),
  },
  {
    source: 'pganalyze',
    problem: (ms) => ({ ...pganalyze, ...given('timestamp', ms, at) }),
    end: (ms) => ({ ...pganalyze, type: 'issue.resolved', timestamp: at(ms) }),
    unknownEnd: ['ignored'],
    late: 'stale',
    hostile: (text) => ({
      ...pganalyze,
      data: { issue: { ...pganalyze.data.issue, description: text, queryText: text } },
    }),
  },
  {
    source: 'datadog',
    problem: (ms) => ({ ...datadog, ...given('date', ms, (after) => String(NOW + after)) }),
    end: (ms) => ({ ...datadog, transition: 'Recovered', date: String(NOW + ms) }),
    unknownEnd: ['ignored'],
    late: 'stale',
    hostile: (text) => ({ ...datadog, tags: `a:${text}`, status: text, scope: text }),
  },
  {
    source: 'cloudevents',
    problem: (ms) => ({ ...cloudEvent, ...given('time', ms, at) }),
    end: (ms) => ({
      ...cloudEvent,
      time: at(ms),
      data: { ...cloudEvent.data, alert: { ...cloudEvent.data.alert, state: 'Cleared' } },
    }),
    unknownEnd: ['ignored'],
    late: 'stale',
    hostile: (text) => ({
      ...cloudEvent,
      data: { key: 'k', name: text, state: 'high', info: text, labels: { a: text } },
    }),
  },
  {
    source: 'monpg',
    problem: (ms) => ({ ...monpg, ...given('triggered_at', ms, at) }),
    end: (ms) => ({ ...monpg, status: 'resolved', triggered_at: at(ms) }),
    unknownEnd: ['ignored'],
    late: 'stale',
    hostile: (text) => ({ ...monpg, rule_name: text, details: text }),
  },
]

export const DIALECTS: readonly EdgeCaseDialect[] = [...GROUPS, ...SCRIPTS, ...OTHERS]
