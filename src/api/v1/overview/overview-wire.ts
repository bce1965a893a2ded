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
      'Failed attempts since the last accepted one; 0: the receiver asked for a pause, or rejects what it gets.',
    ),
    failing_since: timeOrNull('Since when the receiver fails; null: it does not.'),
    paused_until: timeOrNull('When the next attempt is made; null: it is not paused.'),
    pause_reason: nullableText('The attempt that caused the pause, in a few words.'),
    ...REJECTIONS,
    unfinished: count(`Its unfinished deliveries, counted up to ${UNFINISHED_COUNTED_MAX}.`),
  },
  { title: 'FailingWebhook' },
)

export const overviewSchema = Type.Object(
  {
    at: instantSchema('Time of the overview.'),
    state: Type.Enum(['healthy', 'degraded', 'stopped'], {
      description:
        'healthy: due deliveries are sent; degraded: a receiver has failed or rejected deliveries for a minute or five times in a row, deliveries are late by more than a minute, or one of several nodes does not deliver; stopped: nothing is delivered.',
    }),
    explanation: Type.String({ description: 'The problems and since when, as sentences.' }),
    backlog: Type.Object(
      {
        waiting: count('Behind an earlier delivery of the same alert or job.'),
        pending: count('Due now or later.'),
        sending: count('Under way.'),
        oldest_due_at: timeOrNull(
          'Due time of the most overdue delivery to a webhook that is neither paused nor probed; null: nothing is due.',
        ),
        paused: pausedSchema,
      },
      { description: 'Unfinished deliveries.' },
    ),
    last_hour: Type.Object(
      {
        events: count('Accepted.'),
        delivered: count('Deliveries that arrived.'),
        retried: count('Attempts that failed and are retried.'),
        failed: count('Deliveries that failed for good.'),
      },
      { description: 'The last 60 minutes and the one under way, as in `/v1/activity`.' },
    ),
    webhooks: Type.Object({
      total: count('All webhooks.'),
      enabled: count('Enabled webhooks.'),
      disabled: count('Disabled webhooks.'),
      failing: count('Enabled webhooks whose last attempt failed and that are not paused.'),
      rejecting: count(
        'Enabled webhooks whose receiver responds, and has accepted nothing since it rejected something.',
      ),
      paused: count(
        'Enabled webhooks that are paused because their receiver failed several times or asked for a pause.',
      ),
      never_called: count('Enabled webhooks without a finished attempt.'),
      late: count(
        'Enabled webhooks with a healthy receiver and a delivery that is overdue by more than a minute.',
      ),
      disabled_by_receiver: count(
        'Webhooks that the service disabled, because the receiver responded 410 or the definition is damaged.',
      ),
    }),
    failing: Type.Array(failingSchema, {
      maxItems: 20,
      description: 'The 20 webhooks that have been failing or paused for longest.',
    }),
    alerts: Type.Object(
      {
        high: count('Severity high.'),
        medium: count('Severity medium.'),
        low: count('Severity low.'),
        stale: count(
          `Active alerts that no monitor has reported for \`TOCSIN_STALE_AFTER\`, counted up to ${STALE_COUNTED_MAX}; see \`/v1/alerts?stale=true\`.`,
        ),
      },
      { description: 'Active alerts.' },
    ),
    open_notifications: openNotificationsSchema,
    nodes: Type.Object({
      total: count('Processes that share the database.'),
      delivering: count('Nodes that deliver and sent a heartbeat within the last 15 seconds.'),
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
