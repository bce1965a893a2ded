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
        median_ms: count('Half of them took no longer.'),
        p99_ms: count('99 of 100 took no longer.'),
      },
      { title: 'Durations' },
    ),
    `${description} Estimated from steps that double: never more than twice too much or too little. Null: there were none.`,
  )

export const activityPointSchema = Type.Object(
  {
    at: instantSchema('The beginning of the step.'),
    events: count('Accepted: changes of alerts, and job runs.'),
    attempts: count('Finished attempts.'),
    delivered: count('Deliveries that arrived.'),
    retried: count('Attempts that failed, and after which it is tried again.'),
    failed: count('Deliveries that were given up.'),
    latency: durationsSchema('From the acceptance of an event to its delivery.'),
    response: durationsSchema('How long receivers took to respond, or until the time limit.'),
    backlog: nullable(
      Type.Object({
        unfinished: count('Deliveries that had not ended: waiting, pending, or being sent.'),
        oldest_due_s: Type.Number({
          minimum: 0,
          description:
            'For how long the longest due one had been due, to a webhook whose receiver was neither paused nor probed; 0: nothing was due.',
        }),
        paused: count(
          `Of the unfinished ones, those that stood still because their receivers were paused or probed, counted up to ${PAUSED_COUNTED_MAX}.`,
        ),
        oldest_paused_s: Type.Number({
          minimum: 0,
          description: 'How long ago the oldest of those had been made; 0: there was none.',
        }),
      }),
      'The highest that was seen, every 10 seconds; null: no node that delivers was running.',
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
