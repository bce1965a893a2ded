import type { DialectName } from '../../domain/source/source.ts'
import { ALERTMANAGER } from './alertmanager.ts'
import { CLOUDEVENTS } from './cloudevents.ts'
import { DATADOG } from './datadog.ts'
import type { Dialect } from '../reading/dialect.ts'
import { GRAFANA } from './grafana.ts'
import { NAGIOS } from './nagios.ts'
import { JSON_MAPPED } from './json.ts'
import { PGANALYZE } from './pganalyze.ts'
import { PGDASH } from './pgdash.ts'
import { PROMETHEUS } from './prometheus.ts'
import { ZABBIX } from './zabbix.ts'

/** Dialects with a shape of their own, in the order in which a body at a wrong address is tried. */
const WITH_SHAPE: readonly Dialect[] = [
  PROMETHEUS,
  ALERTMANAGER,
  GRAFANA,
  ZABBIX,
  NAGIOS,
  PGDASH,
  PGANALYZE,
  DATADOG,
  CLOUDEVENTS,
]

export const PUSH_DIALECTS: readonly Dialect[] = [...WITH_SHAPE, JSON_MAPPED]

const BY_NAME: ReadonlyMap<DialectName, Dialect> = new Map(
  PUSH_DIALECTS.map((dialect) => [dialect.name, dialect]),
)

/** Returns undefined for a dialect that is polled, not pushed. */
export function pushDialect(name: DialectName): Dialect | undefined {
  return BY_NAME.get(name)
}

/** Finds the dialect of a body that its own address does not understand. */
export function recogniseDialect(body: unknown): Dialect | undefined {
  return WITH_SHAPE.find(({ recognises }) => recognises(body))
}
