import type { TSchema } from 'typebox'
import type { Instant } from '../../../domain/instant.ts'
import type { Activity } from '../../../domain/overview/activity.ts'
import { Type } from '../../routes/route.ts'
import { activityPoint } from './activity.ts'
import type { Overview } from './overview-reader.ts'
import { overviewResource } from './overview-wire.ts'

export const CHANGED_KINDS = ['alerts', 'job-runs', 'deliveries', 'webhooks', 'silences', 'windows'] as const
type ChangedKind = (typeof CHANGED_KINDS)[number]

const LIVE_EVENTS = {
  overview: overviewResource.schema,
  activity: activityPoint.schema,
  changed: Type.Object(
    { kinds: Type.Array(Type.Enum([...CHANGED_KINDS]), { minItems: 1, uniqueItems: true }) },
    { title: 'ListsChanged', description: 'Lists that may have changed.' },
  ),
  heartbeat: Type.Object({}, { title: 'Heartbeat', description: 'The connection lives.' }),
  problem: Type.Object(
    { message: Type.String('Why, in a sentence.') },
    { title: 'LiveProblem', description: 'The overview cannot be read.' },
  ),
}

export type LiveEventName = keyof typeof LIVE_EVENTS

export const liveEventSchema = Type.Union(
  Object.entries(LIVE_EVENTS).map(([name, data]) => eventSchema(name, data)),
  { title: 'LiveEvent', description: 'One event of the stream.' },
)

function eventSchema(name: string, contentSchema: TSchema): TSchema {
  return Type.Object({
    event: Type.Literal(name),
    data: Type.Unsafe<string>({ type: 'string', contentMediaType: 'application/json', contentSchema }),
  })
}

/** The overview as a message, made once for all listeners. */
export interface LiveUpdate {
  readonly overview: Text
  /** The last two minutes: counts of the earlier one may come late. */
  readonly minutes: readonly (Text & { readonly at: Instant })[]
  /** Differs when the list may have changed. */
  readonly versions: Readonly<Record<ChangedKind, string>>
}

interface Text {
  /** Equal while nothing is new. */
  readonly key: string
  /** JSON. */
  readonly text: string
}

export function liveUpdateOf(overview: Overview): LiveUpdate {
  const { at, ...rest } = overviewResource.toWire(overview)
  return {
    overview: { key: JSON.stringify(rest), text: JSON.stringify({ at, ...rest }) },
    minutes: overview.minutes.map(minuteOf),
    versions: versionsOf(overview),
  }
}

function minuteOf(minute: Activity) {
  const text = JSON.stringify(activityPoint.toWire(minute))
  return { at: minute.at, key: text, text }
}

/** Versions are hints: they may change without reason. */
function versionsOf({
  watermarks,
  alerts,
  backlog,
  minutes,
  webhooks,
  failing,
}: Overview): LiveUpdate['versions'] {
  const { waiting, pending, sending } = backlog
  const attempts = minutes.map((minute) => [minute.at, minute.attempts, minute.failed])
  return {
    alerts: JSON.stringify([watermarks.events, alerts]),
    'job-runs': JSON.stringify(watermarks.jobRuns),
    deliveries: JSON.stringify([watermarks.deliveries, waiting, pending, sending, attempts.filter(hasAny)]),
    webhooks: JSON.stringify([
      watermarks.webhooks,
      webhooks,
      failing.map(({ id, failures }) => [id, failures]),
    ]),
    silences: JSON.stringify(watermarks.webhooks),
    windows: JSON.stringify(watermarks.webhooks),
  }
}

/** An empty minute is no news. */
function hasAny([, attempts = 0, failed = 0]: readonly number[]): boolean {
  return attempts > 0 || failed > 0
}
