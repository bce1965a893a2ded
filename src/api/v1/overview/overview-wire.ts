import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { formatInstant } from '../../../domain/instant.ts'
import {
  STALE_COUNTED_MAX,
  UNFINISHED_COUNTED_MAX,
  type FailingWebhook,
} from '../../../domain/overview/overview.ts'
import { explainHealth, HEALTH_STATES, healthStateOf } from '../../../domain/overview/receiver-health.ts'
import { openNotificationsSchema, toOpenNotificationsWire } from './open-notifications-wire.ts'
import type { Overview } from './overview-reader.ts'
import { REJECTIONS, toRejectionsWire } from '../webhooks/rejections-wire.ts'
import { pausedSchema, toPausedWire } from '../deliveries/paused-wire.ts'
import { idSchema, instantOrNull, instantSchema, nullable, nullableText } from '../shapes.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const timeOrNull = (description: string) => nullable(Type.String({ format: 'date-time' }), description)

const failingSchema = Type.Object(
  {
    id: idSchema('The webhook.'),
    name: Type.String(),
    state: Type.Enum([...HEALTH_STATES], { description: 'As in `/v1/webhooks/{id}/health`.' }),
    explanation: Type.String({ description: 'The same as a sentence.' }),
    failures: count(
      'Failed attempts since the last accepted one; 0: it only asked for time, or rejects what it gets.',
    ),
    failing_since: timeOrNull('Since when; null: it is not failing.'),
    paused_until: timeOrNull('When it is tried again; null: it is not paused.'),
    pause_reason: nullableText('The attempt that made the pause, in a few words.'),
    ...REJECTIONS,
    unfinished: count(`Its deliveries that have not ended, counted up to ${UNFINISHED_COUNTED_MAX}.`),
  },
  { title: 'FailingWebhook' },
)

export const overviewSchema = Type.Object(
  {
    at: instantSchema('The moment that it is about.'),
    state: Type.Enum(['healthy', 'degraded', 'stopped'], {
      description:
        'healthy: what is due goes out; degraded: a receiver has failed, or rejected what it got, for a minute or five times in a row, deliveries are late by more than a minute, or one of several nodes does not deliver; stopped: nothing is delivered.',
    }),
    explanation: Type.String({ description: 'What is wrong and since when, as sentences.' }),
    backlog: Type.Object(
      {
        waiting: count('Behind an earlier delivery of the same alert or job.'),
        pending: count('Due now or later.'),
        sending: count('Under way.'),
        oldest_due_at: timeOrNull(
          'Since when the longest due delivery to a webhook whose receiver is neither paused nor probed has been due; null: nothing is due.',
        ),
        paused: pausedSchema,
      },
      { description: 'Unfinished deliveries.' },
    ),
    last_hour: Type.Object(
      {
        events: count('Accepted.'),
        delivered: count('Deliveries that arrived.'),
        retried: count('Attempts that failed, and after which it is tried again.'),
        failed: count('Deliveries that were given up.'),
      },
      { description: 'The last 60 minutes and the one under way, as in `/v1/activity`.' },
    ),
    webhooks: Type.Object({
      total: count('All that there are.'),
      enabled: count('The enabled ones.'),
      disabled: count('Those that are not.'),
      failing: count('Of the enabled ones: the last attempt failed, and it is not paused.'),
      rejecting: count(
        'Enabled webhooks whose receiver responds, and has accepted nothing since it rejected something.',
      ),
      paused: count(
        'Of the enabled ones: nothing is sent for a while, because it failed several times or asked for time.',
      ),
      never_called: count('Of the enabled ones: no attempt has ended yet.'),
      late: count(
        'Of the enabled ones: the receiver is well, but something has been due for more than a minute, whatever the cause.',
      ),
      disabled_by_receiver: count(
        'Of the disabled ones: the service itself did it, because the receiver said that it is gone (410) or the definition is damaged.',
      ),
    }),
    failing: Type.Array(failingSchema, {
      maxItems: 20,
      description: 'Those that are failing or paused, longest first; the worst 20.',
    }),
    alerts: Type.Object(
      {
        high: count('Severity high.'),
        medium: count('Severity medium.'),
        low: count('Severity low.'),
        stale: count(
          `Those of them that no monitor has reported for longer than \`TOCSIN_STALE_AFTER\`, counted up to ${STALE_COUNTED_MAX}; see \`/v1/alerts?stale=true\`.`,
        ),
      },
      { description: 'Alerts that are raised now.' },
    ),
    open_notifications: openNotificationsSchema,
    nodes: Type.Object({
      total: count('Processes that share the database.'),
      delivering: count('Those of them that deliver and have said so within the last 15 seconds.'),
    }),
  },
  { title: 'Overview' },
)

export type OverviewWire = Static<typeof overviewSchema>

export function toOverviewWire(overview: Overview): OverviewWire {
  const { at, state, explanation, backlog, lastHour, webhooks, failing, alerts, nodes, openNotifications } =
    overview
  return {
    at: formatInstant(at),
    state,
    explanation,
    backlog: {
      waiting: backlog.waiting,
      pending: backlog.pending,
      sending: backlog.sending,
      oldest_due_at: instantOrNull(backlog.oldestDueAt),
      paused: toPausedWire(backlog.paused),
    },
    last_hour: {
      events: lastHour.events,
      delivered: lastHour.delivered,
      retried: lastHour.retried,
      failed: lastHour.failed,
    },
    webhooks: {
      total: webhooks.total,
      enabled: webhooks.enabled,
      disabled: webhooks.disabled,
      failing: webhooks.failing,
      rejecting: webhooks.rejecting,
      paused: webhooks.paused,
      never_called: webhooks.neverCalled,
      late: backlog.lateWebhooks,
      disabled_by_receiver: webhooks.disabledByReceiver,
    },
    failing: failing.map(toFailingWire),
    alerts: { high: alerts.high, medium: alerts.medium, low: alerts.low, stale: alerts.stale },
    open_notifications: toOpenNotificationsWire(openNotifications),
    nodes: { total: nodes.total, delivering: nodes.delivering },
  }
}

/** Disabled ones are not among them. */
const ENABLED = { enabled: true, disabledReason: null }

function toFailingWire(webhook: FailingWebhook): Static<typeof failingSchema> {
  return {
    id: webhook.id,
    name: webhook.name,
    state: healthStateOf(webhook, ENABLED),
    explanation: explainHealth(webhook, ENABLED),
    failures: webhook.failures,
    failing_since: instantOrNull(webhook.failingSince),
    paused_until: instantOrNull(webhook.pausedUntil),
    pause_reason: webhook.pauseReason,
    ...toRejectionsWire(webhook),
    unfinished: webhook.unfinished,
  }
}
