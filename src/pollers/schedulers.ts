import type { SchedulerDialect } from '../domain/source/database-source.ts'
import { PG_CRON } from './pg-cron.ts'
import { PG_TIMETABLE } from './pg-timetable.ts'
import { PGAGENT } from './pgagent.ts'
import type { Scheduler } from './scheduler.ts'

const ALL: readonly Scheduler[] = [PGAGENT, PG_CRON, PG_TIMETABLE]

/** Undefined: it is no scheduler that is looked at. */
export function schedulerOf(dialect: string): Scheduler | undefined {
  return ALL.find((scheduler) => scheduler.dialect === (dialect as SchedulerDialect))
}
