import type { ApiDeps } from '../../deps/api-deps.ts'
import { Type } from '../../routes/schema-builder.ts'
import { formatDuration } from '../../../domain/spelling.ts'
import { stepOf, type ActivityRange } from '../../../domain/overview/activity.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import type { Instant } from '../../../domain/instant.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { activityPoint } from './activity-wire.ts'
import { defineQuery, instant, oneOf } from '../query.ts'
import { readActivity } from './read-activity.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Each divides a day, so that steps begin alike in every response. */
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

/** Most points of one response. */
const POINTS_MAX = 1_500
/** Points of a plot where no step is given. */
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

const activitySchema = Type.Object(
  {
    step_seconds: Type.Integer({ minimum: 60, description: 'The length of a step.' }),
    points: Type.Array(activityPoint.schema, {
      maxItems: POINTS_MAX,
      description: 'One for each step, the oldest first, without gaps.',
    }),
  },
  { title: 'Activity' },
)

/** Routes for statistics of deliveries over time. */
export function activityRoutes(deps: ApiDeps): readonly Route[] {
  const getActivity = defineRoute({
    route: 'GET /v1/activity',
    scope: 'deliveries:read',
    id: 'getActivity',
    summary: 'Read deliveries over time',
    description: `Each node counts by the minute; counts are kept as long as events; up to ${POINTS_MAX} steps in a response. Steps begin at multiples of their length (UTC), so the first may begin before \`from\` and the last may end after \`until\`. The present step has everything of the node that responds, and of other nodes what they wrote up to 10 seconds ago. A killed process loses the counts of its last 10 seconds.`,
    query: query.schema,
    responses: { 200: { description: 'The steps.', schema: activitySchema } },
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

/** Nothing has happened in the future: a period that reaches there ends with the step that is under way. */
export function toRange(
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
