import type { Alert, Observation, RaisedAlert } from '../domain/alert/alert.ts'
import type { Instant } from '../domain/instant.ts'
import type { DialectName, SourceSettings } from '../domain/source/source.ts'
import { RAISED_STATES, severityReader, type ReadSeverity } from '../domain/alert/severity.ts'
import { CURSOR_NAME_MAX } from '../domain/source/source-cursor.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../telemetry/log.ts'
import { countCharacters, PAGE_CHARACTERS_MAX } from '../domain/page.ts'
import type { JobRunAccepted, ObservationAccepted, Store } from '../storage/store.ts'
import type { Intake } from './intake.ts'
import { acceptInOrder } from './write-reports.ts'
import type { Dialect, Headers, NeededRaised, Reading, Sender, Whole } from './reading/dialect.ts'
import { ALERTS_MAX, bodyWarning, shorten } from './reading/dialect.ts'
import { SourceWarnings } from './source-warnings.ts'
import { pushDialect } from './sources/dialects.ts'
import { withTrace, type TraceContext } from '../domain/trace/trace-context.ts'
import type { LongWork } from '../runtime/long-work.ts'
import { shortenKey } from './reading/foreign-text.ts'
import { SerialQueues } from './intake-limits.ts'

/** A source that others push to. */
export interface PushSource extends Pick<
  SourceSettings,
  'name' | 'ignoreLabels' | 'mapping' | 'signature' | 'onExpiry' | 'expiresAfterMs'
> {
  readonly dialect: Dialect
  readonly severity: ReadSeverity
  /** Keeps bodies in order that need to know the active alerts. */
  readonly turns: SerialQueues
  readonly warnings: SourceWarnings
}

export function pushSources(settings: readonly SourceSettings[]): readonly PushSource[] {
  return settings.flatMap(({ dialect: dialectName, severity, ...rest }) => {
    const dialect = pushDialect(dialectName)
    return dialect
      ? [
          {
            ...rest,
            dialect,
            severity: severityReader(severity),
            turns: new SerialQueues(),
            warnings: new SourceWarnings(rest.name),
          },
        ]
      : []
  })
}

export function hasDialect({ dialect }: PushSource, name: DialectName): boolean {
  return dialect.name === name
}

export interface ReportDeps {
  readonly intake: Pick<Intake, 'acceptObservations' | 'acceptJobRuns'>
  readonly store: Pick<Store, 'listRaised' | 'findSourceCursor' | 'writeSourceCursors' | 'noteSourceFailure'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn'>
  readonly longWork: Pick<LongWork, 'run'>
}

export interface TakenReport extends Reading {
  readonly accepted: readonly ObservationAccepted[]
  readonly acceptedJobRuns: readonly JobRunAccepted[]
}

/** Merges the values in headers into the body. */
export function assembleBody({ dialect }: PushSource, body: unknown, headers: Headers): unknown {
  return dialect.assemble ? dialect.assemble(body, headers) : body
}

export interface ReportBody {
  readonly body: unknown
  readonly sender: Sender
  /** The body as it came, if a dialect has added to it. */
  readonly given?: unknown
  readonly trace?: TraceContext | undefined
}

/**
 * Accepts every valid entry of a body. A resolved promise means durable; rejects as `Intake` does, and with
 * `payload_too_large`.
 */
export async function takeReport(
  deps: ReportDeps,
  source: PushSource,
  { body, sender, trace, given = body }: ReportBody,
): Promise<TakenReport> {
  const one = { body, sender, trace, ofBody: bodyWarning(given) }
  const { dialect, turns, name } = source
  const needed = dialect.neededRaised?.(body)
  const reading = needed
    ? await turns.take(name, sizeOf(body), () => takeInTurn(deps, source, { ...one, needed }))
    : await take(deps, source, { ...one, raised: [] })
  await source.warnings.note(
    reading.observations.flatMap(({ warnings = [] }) => warnings),
    deps,
  )
  const { warning, note = '' } = reading
  if (warning === undefined) return reading
  const line = { source: name, note: shorten(note) }
  if (warning === 'not_understood') deps.log.warn(line, 'source.not_understood')
  if (warning === 'loop_detected') deps.log.warn(line, 'source.loop_detected')
  return reading
}

function sizeOf(body: unknown): number {
  return typeof body === 'object' && body !== null ? countCharacters(body) : 0
}

interface Body extends Pick<ReportBody, 'body' | 'sender' | 'trace'> {
  readonly ofBody: string | undefined
}

function warned(observations: readonly Observation[], warning: string): readonly Observation[] {
  return observations.map((observation) => ({
    ...observation,
    warnings: [...(observation.warnings ?? []), warning],
  }))
}

async function takeInTurn(
  deps: ReportDeps,
  source: PushSource,
  { needed, ...one }: Body & { readonly needed: NeededRaised },
): Promise<TakenReport> {
  const whole = source.dialect.wholeOf?.(one.body, deps.clock.now())
  if (whole && !(await isNewest(deps, source, whole))) {
    const note = 'Something newer has arrived already, so nothing of this was taken in.'
    return { observations: [], errors: [], note, accepted: [], acceptedJobRuns: [] }
  }
  return take(deps, source, {
    ...one,
    raised: await readRaised(deps.store, { source: source.name, ...needed }),
  })
}

/**
 * Remembers the moment first: if accepting fails, the sender repeats it, and it counts as new again. Two nodes may both
 * accept moments received at once; the next report corrects it.
 */
async function isNewest(
  { store, clock }: ReportDeps,
  source: PushSource,
  { of, at }: Whole,
): Promise<boolean> {
  const name = shortenKey(of, CURSOR_NAME_MAX)
  const known = (await store.findSourceCursor(source.name, name))?.position ?? 0
  const position = at ?? Math.max(clock.now(), known)
  if (known > position) return false
  await store.writeSourceCursors([{ source: source.name, name, position }], clock.now())
  return true
}

async function take(
  { intake, clock, longWork }: ReportDeps,
  { name, dialect, ...source }: PushSource,
  { body, sender, raised, ofBody, trace }: Body & { readonly raised: readonly RaisedAlert[] },
): Promise<TakenReport> {
  const context = { ...source, source: name, now: clock.now(), sender, raised }
  const read = dialect.readInSteps
    ? await longWork.run(name, dialect.readInSteps(body, context))
    : dialect.read(body, context)
  const reading = ofBody === undefined ? read : { ...read, observations: warned(read.observations, ofBody) }
  const accepted = await acceptInOrder(
    (observations) => intake.acceptObservations(observations),
    withTrace(reading.observations, trace)
      .map((observation) => countedFromArrival(observation, context.now))
      .map((observation) => (source.onExpiry === 'keep' ? withoutPromise(observation) : observation)),
  )
  const { jobRuns = [] } = reading
  const acceptedJobRuns = jobRuns.length === 0 ? [] : await intake.acceptJobRuns(withTrace(jobRuns, trace))
  return { ...reading, accepted, acceptedJobRuns }
}

/**
 * Dialects use the current time for a moment that is missing or ahead. Our clock, which may be set back, cannot order
 * these: they count from their arrival.
 */
function countedFromArrival(observation: Observation, now: Instant): Observation {
  if (observation.at === undefined || observation.at < now) return observation
  const { at: _, ...undated } = observation
  return undated
}

/** Removes the expiry: the alert waits for its monitor. */
function withoutPromise(observation: Observation): Observation {
  const { expiresAt: _, ...lasting } = observation
  return lasting
}

const PAGE = { limit: 500, charactersMax: PAGE_CHARACTERS_MAX } as const

/** Reads the active alerts of a source, newest first, up to `ALERTS_MAX`, page by page. */
async function readRaised(
  store: Pick<Store, 'listRaised'>,
  filter: { readonly source: string } & NeededRaised,
): Promise<readonly RaisedAlert[]> {
  const alerts: RaisedAlert[] = []
  while (alerts.length < ALERTS_MAX) {
    const before = alerts.at(-1)?.id
    const page = await store.listRaised(filter, { ...PAGE, ...(before !== undefined && { before }) })
    alerts.push(...page)
    if (page.length < PAGE.limit && !page.isCut) break
  }
  return alerts
}

/** Limits pages of alerts for one reader of a source: 10,000 alerts, or fewer if they are long. */
export const SHOWN_PAGES_MAX = ALERTS_MAX / PAGE.limit

export interface ShownAlerts {
  readonly alerts: readonly Alert[]
  /** There may be more than can be shown. */
  readonly isCut: boolean
}

/** Returns the active alerts completely, newest first. */
export async function readShown(store: Pick<Store, 'listAlerts'>, source: string): Promise<ShownAlerts> {
  const filter = { source, states: RAISED_STATES }
  const alerts: Alert[] = []
  for (let count = 0; count < SHOWN_PAGES_MAX; count += 1) {
    const before = alerts.at(-1)?.id
    const page = await store.listAlerts(filter, { ...PAGE, ...(before !== undefined && { before }) })
    alerts.push(...page)
    if (page.length < PAGE.limit && !page.isCut) return { alerts, isCut: false }
  }
  return { alerts, isCut: true }
}
