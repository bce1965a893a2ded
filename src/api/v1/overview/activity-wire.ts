import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { quantileMs, type Activity, type Histogram } from '../../../domain/overview/activity.ts'
import { PAUSED_COUNTED_MAX } from '../../../domain/overview/overview.ts'
import { resourceOf } from '../resource.ts'
import { instantSchema, nullable } from '../shapes.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const durations = (description: string) =>
  nullable(
    Type.Object(
      {
        median_ms: count('The median.'),
        p99_ms: count('The 99th percentile.'),
      },
      { title: 'Durations' },
    ),
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

export const activityPoint = resourceOf<Activity>()(
  {
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
  },
  { title: 'ActivityPoint' },
)
