import type { Alert, AlertState } from '../domain/alert.ts'
import type { DialectName, SourceSettings } from '../domain/source.ts'
import { severityReader, type ReadSeverity } from '../domain/severity.ts'
import type { Clock } from '../clock.ts'
import type { JobRunAccepted, ObservationAccepted, Store } from '../storage/store.ts'
import type { Intake } from './intake.ts'
import { acceptWorstFirst } from './worst-first.ts'
import { ALERTS_MAX } from './sources/body.ts'
import type { Dialect, Reading } from './sources/dialect.ts'
import { pushDialect } from './sources/dialects.ts'

/** A source that others push to, ready to read. */
export interface PushSource {
  readonly name: string
  readonly dialect: Dialect
  readonly ignoreLabels: readonly string[]
  readonly severity: ReadSeverity
}

export function pushSources(settings: readonly SourceSettings[]): readonly PushSource[] {
  return settings.flatMap(({ name, dialect: dialectName, severity, ignoreLabels }) => {
    const dialect = pushDialect(dialectName)
    return dialect ? [{ name, dialect, ignoreLabels, severity: severityReader(severity) }] : []
  })
}

export function speaks({ dialect }: PushSource, name: DialectName): boolean {
  return dialect.name === name
}

export interface ReportDeps {
  readonly intake: Pick<Intake, 'acceptObservations' | 'acceptJobRuns'>
  readonly store: Pick<Store, 'listAlerts'>
  readonly clock: Pick<Clock, 'now'>
}

export interface TakenReport extends Reading {
  readonly accepted: readonly ObservationAccepted[]
  readonly acceptedJobRuns: readonly JobRunAccepted[]
}

/**
 * Reads a body and takes in all of it that is right. A resolved promise means that this is durable; it rejects as
 * `Intake` does, and with `payload_too_large`.
 */
export async function takeReport(
  { intake, store, clock }: ReportDeps,
  { name: source, dialect, ignoreLabels, severity }: PushSource,
  body: unknown,
): Promise<TakenReport> {
  const raised = dialect.needsRaised ? await readRaised(store, source) : []
  const reading = dialect.read(body, { source, now: clock.now(), severity, ignoreLabels, raised })
  const accepted = await acceptWorstFirst(intake, reading.observations)
  const acceptedJobRuns = await intake.acceptJobRuns(reading.jobRuns ?? [])
  return { ...reading, accepted, acceptedJobRuns }
}

const RAISED: readonly AlertState[] = ['low', 'medium', 'high']
const PAGE_LENGTH = 500

/** What of a source is raised, the newest first, up to `ALERTS_MAX`. */
export async function readRaised(
  store: Pick<Store, 'listAlerts'>,
  source: string,
): Promise<readonly Alert[]> {
  const alerts: Alert[] = []
  while (alerts.length < ALERTS_MAX) {
    const before = alerts.at(-1)?.id
    const page = await store.listAlerts(
      { source, states: RAISED },
      { limit: PAGE_LENGTH, ...(before !== undefined && { before }) },
    )
    alerts.push(...page)
    if (page.length < PAGE_LENGTH) break
  }
  return alerts
}
