import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { quantileMs, type Activity, type Histogram } from '../../../domain/overview/activity.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { PAUSED_COUNTED_MAX } from '../../../domain/overview/overview.ts'
import { instantSchema, nullable } from '../shapes.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const durationsSchema = (description: string) =>
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

export const activityPointSchema = Type.Object(
  {
    at: instantSchema('Start of the step.'),
    events: count('Accepted: changes of alerts, and job runs.'),
    attempts: count('Finished attempts.'),
    delivered: count('Deliveries that arrived.'),
    retried: count('Attempts that failed and are retried.'),
    failed: count('Deliveries that failed for good.'),
    latency: durationsSchema('From the acceptance of an event to its delivery.'),
    response: durationsSchema('How long receivers took to respond, or until the time limit.'),
    backlog: nullable(
      Type.Object({
        unfinished: count('Deliveries that had not ended: waiting, pending, or being sent.'),
        oldest_due_s: Type.Number({
          minimum: 0,
          description:
            'Delay of the most overdue delivery to a webhook that was neither paused nor probed; 0: nothing was due.',
        }),
        paused: count(
          `Unfinished deliveries held because their receivers were paused or probed; counted up to ${PAUSED_COUNTED_MAX}.`,
        ),
        oldest_paused_s: Type.Number({
          minimum: 0,
          description: 'Age of the oldest held delivery; 0: there was none.',
        }),
      }),
      'The highest value of the step, measured every 10 seconds; null: no delivering node was running.',
    ),
  },
  { title: 'ActivityPoint' },
)

export function toActivityWire(activity: Activity): Static<typeof activityPointSchema> {
  const { at, events, attempts, delivered, retried, failed, latency, response, backlog } = activity
  return {
    at: formatInstant(at),
    events,
    attempts,
    delivered,
    retried,
    failed,
    latency: toDurationsWire(latency),
    response: toDurationsWire(response),
    backlog: backlog && {
      unfinished: backlog.unfinished,
      oldest_due_s: backlog.oldestDueMs / 1000,
      paused: backlog.paused,
      oldest_paused_s: backlog.oldestPausedMs / 1000,
    },
  }
}

function toDurationsWire(histogram: Histogram) {
  const median = quantileMs(histogram, 0.5)
  const p99 = quantileMs(histogram, 0.99)
  return median === null || p99 === null ? null : { median_ms: median, p99_ms: p99 }
}
