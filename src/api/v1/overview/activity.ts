import type { Static } from 'typebox'
import { invalidRequest } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Activity, ActivityRange, Histogram } from '../../../domain/overview/activity.ts'
import { addActivity, everyStep, quantileMs, stepOf, sumBySteps } from '../../../domain/overview/activity.ts'
import { PAUSED_COUNTED_MAX } from '../../../domain/overview/overview.ts'
import { formatDuration } from '../../../domain/spelling.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { defineQuery, instant, oneOf } from '../query.ts'
import { count, instantSchema, nullable, resourceOf } from '../resource.ts'

const durations = (description: string) =>
  nullable(
    Type.Object('Durations', { median_ms: count('The median.'), p99_ms: count('The 99th percentile.') }),
    `${description} An estimate, at most twice or half the true value. Null: there were none.`,
  )

function toDurationsWire(histogram: Histogram): Static<ReturnType<typeof durations>> {
  const median = quantileMs(histogram, 0.5)
  const p99 = quantileMs(histogram, 0.99)
  return median === null || p99 === null ? null : { median_ms: median, p99_ms: p99 }
}

const backlogResource = resourceOf<NonNullable<Activity['backlog']>>()({
  unfinished: count('Deliveries that had not ended: waiting, pending, or being sent.'),
  oldest_due_s: [
    Type.Number({
      minimum: 0,
      description:
        'Delay of the most overdue delivery to a webhook that was neither paused nor probed; 0: nothing was due.',
    }),
    ({ oldestDueMs }) => oldestDueMs / 1000,
  ],
  paused: count(
    `Unfinished deliveries to receivers that were paused or probed; counted up to ${PAUSED_COUNTED_MAX}.`,
  ),
  oldest_paused_s: [
    Type.Number({ minimum: 0, description: 'Age of the oldest of these deliveries; 0: there was none.' }),
    ({ oldestPausedMs }) => oldestPausedMs / 1000,
  ],
})

export const activityPoint = resourceOf<Activity>()('ActivityPoint', {
  at: instantSchema('Start of the step.'),
  events: count('Accepted: changes of alerts, and job runs.'),
  attempts: count('Finished attempts.'),
  delivered: count('Deliveries that arrived.'),
  retried: count('Attempts that failed and are retried.'),
  failed: count('Deliveries that failed for good.'),
  latency: [
    durations('From the acceptance of an event to its delivery.'),
    ({ latency }) => toDurationsWire(latency),
  ],
  response: [
    durations('How long receivers took to respond, or until the time limit.'),
    ({ response }) => toDurationsWire(response),
  ],
  backlog: [
    nullable(
      backlogResource.schema,
      'The highest value of the step, measured every 10 seconds; null: no delivering node was running.',
    ),
    ({ backlog }) => backlog && backlogResource.toWire(backlog),
  ],
})

/** Limits the time that one reading covers, so that others can use the database in between. */
const READ_MS = 86_400_000

/** Reads one point per step, with this node's last seconds. Counts being written now may be missing. */
export async function readActivity(
  { store, unwrittenActivity }: ApiDeps,
  range: ActivityRange,
): Promise<readonly Activity[]> {
  const { from, until, stepMs } = range
  const found: Activity[] = []
  // Every step divides a day, so none crosses a piece.
  for (let at = from; at < until; at = stepOf(at, READ_MS) + READ_MS) {
    const end = Math.min(stepOf(at, READ_MS) + READ_MS, until)
    found.push(...(await store.listActivity({ from: at, until: end, stepMs })))
  }
  const own = sumBySteps(unwrittenActivity(), stepMs)
  return everyStep(merge(found, own), range)
}

function merge(found: readonly Activity[], own: readonly Activity[]): Iterable<Activity> {
  const byTime = new Map(found.map((sum) => [sum.at, sum]))
  for (const sum of own) {
    const known = byTime.get(sum.at)
    byTime.set(sum.at, known ? addActivity(known, sum) : sum)
  }
  return byTime.values()
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Each divides a day, so steps begin alike in every response. */
const STEPS_MS = {
  '1m': MINUTE_MS,
  '2m': 2 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '10m': 10 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '3h': 3 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': 24 * HOUR_MS,
} as const
const STEP_WORDS = Object.keys(STEPS_MS) as (keyof typeof STEPS_MS)[]

const POINTS_MAX = 1_500
/** Points of a plot if no step is given. */
const POINTS_WANTED = 360

const query = defineQuery({
  from: instant('from', 'Start of the period; default: an hour before `until`.'),
  until: instant('until', 'End of the period; default: now.'),
  step: oneOf(
    'step',
    STEP_WORDS,
    `The length of a step; default: the shortest that gives at most ${POINTS_WANTED} steps.`,
  ),
})

const activitySchema = Type.Object('Activity', {
  step_seconds: Type.Integer({ minimum: 60, description: 'The length of a step.' }),
  points: Type.Array(activityPoint.schema, {
    maxItems: POINTS_MAX,
    description: 'One for each step, the oldest first, without gaps.',
  }),
})

export function activityRoutes(deps: ApiDeps): readonly Route[] {
  const getActivity = defineRoute({
    route: 'GET /v1/activity',
    scope: 'deliveries:read',
    id: 'getActivity',
    summary: 'Read deliveries over time',
    description: `Each node counts by the minute; counts are kept as long as events; up to ${POINTS_MAX} steps in a response. Steps begin at multiples of their length (UTC), so the first may begin before \`from\` and the last may end after \`until\`. The present step has everything of the node that responds, and of other nodes what they wrote up to 10 seconds ago. A killed process loses the counts of its last 10 seconds.`,
    query: query.schema,
    responses: { 200: ['The steps.', activitySchema] },
    handler: async (input) => {
      const range = toRange(query.parse(input.query), deps.clock.now())
      const points = await readActivity(deps, range)
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: { step_seconds: range.stepMs / 1000, points: points.map(activityPoint.toWire) },
      }
    },
  })
  return [getActivity]
}

/** Ends a range in the future with the current step. */
function toRange(
  given: { readonly from?: Instant; readonly until?: Instant; readonly step?: keyof typeof STEPS_MS },
  now: Instant,
): ActivityRange {
  const until = Math.min(given.until ?? now, now)
  const from = given.from ?? until - HOUR_MS
  if (given.until !== undefined && from >= given.until) {
    throw invalidRequest([{ path: 'from', message: 'must be before `until`' }])
  }
  const stepMs =
    given.step === undefined
      ? (Object.values(STEPS_MS).find((step) => (until - from) / step <= POINTS_WANTED) ?? STEPS_MS['1d'])
      : STEPS_MS[given.step]
  const range = { from: stepOf(from, stepMs), until: stepOf(until - 1, stepMs) + stepMs, stepMs }
  if ((range.until - range.from) / stepMs > POINTS_MAX) throw tooManyPoints(stepMs)
  return range
}

function tooManyPoints(stepMs: number): Error {
  const longest = formatDuration(stepMs * (POINTS_MAX - 1))
  const remedy = stepMs === STEPS_MS['1d'] ? 'ask for a shorter time' : 'take a longer step or a shorter time'
  const message = `makes more than ${POINTS_MAX} points of ${formatDuration(stepMs)} (${longest} at most); ${remedy}`
  return invalidRequest([{ path: 'from', message }])
}
