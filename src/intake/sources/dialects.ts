import type { DialectName } from '../../domain/source.ts'
import { ALERTMANAGER } from './alertmanager.ts'
import type { Dialect } from './dialect.ts'
import { GRAFANA } from './grafana.ts'
import { NAGIOS } from './nagios.ts'
import { PROMETHEUS } from './prometheus.ts'
import { ZABBIX } from './zabbix.ts'

/** Whatever speaks to `/intake/…`. In the order in which a body is tried when its sender chose a wrong address. */
const ALL: readonly Dialect[] = [PROMETHEUS, ALERTMANAGER, GRAFANA, ZABBIX, NAGIOS]

const BY_NAME: ReadonlyMap<DialectName, Dialect> = new Map(ALL.map((dialect) => [dialect.name, dialect]))

/** Undefined: nothing of this dialect is pushed; we ask for it. */
export function pushDialect(name: DialectName): Dialect | undefined {
  return BY_NAME.get(name)
}

/** Which dialect a body speaks that its own address does not understand. */
export function recogniseDialect(body: unknown): Dialect | undefined {
  return ALL.find(({ recognises }) => recognises(body))
}
