import type { FailingWebhook } from '../../../domain/overview/receiver-health.ts'
import { explainHealth, HEALTH_STATES, healthStateOf } from '../../../domain/overview/receiver-health.ts'
import {
  NOTIFIED_NOBODY_COUNTED_MAX,
  PAUSED_COUNTED_MAX,
  type PausedBacklog,
  STALE_COUNTED_MAX,
  UNFINISHED_COUNTED_MAX,
} from '../../../domain/overview/overview.ts'
import type { OpenNotifications } from '../../../domain/receiver-state/open-notifications.ts'
import { Type } from '../../routes/route.ts'
import { count, idSchema, instantSchema, nullableText, nullableTime, resourceOf } from '../resource.ts'
import { rejections } from '../webhooks/recent-calls-wire.ts'
import type { Overview } from './overview-reader.ts'

export const openNotificationsResource = resourceOf<OpenNotifications>()(
  {
    open: [
      count(
        'One for each alert whose raise was, or may be, sent to a receiver in mode current_state or to a fallback, and whose clear was not sent yet. Counted once a minute; on PostgreSQL estimated beyond 10,000.',
      ),
      'count',
    ],
    max: Type.Integer({
      minimum: 1,
      description: 'TOCSIN_OPEN_NOTIFICATIONS_MAX: above it Tocsin warns. Nothing is refused or removed.',
    }),
  },
  { title: 'OpenNotifications', description: 'Alerts that receivers count as open.' },
)

const pausedBacklog = resourceOf<PausedBacklog>()(
  {
    deliveries: [count(`Their number, counted up to ${PAUSED_COUNTED_MAX}.`), 'deliveryCount'],
    webhooks: [count('The number of webhooks they are for.'), 'webhookCount'],
    oldest_created_at: [
      nullableTime('When the oldest of them was created; null: there is none.'),
      'oldestMadeAt',
    ],
  },
  {
    title: 'PausedBacklog',
    description: 'Deliveries to receivers that are paused or probed.',
  },
)

/** Disabled webhooks are not shown. */
const ENABLED = { enabled: true, disabledReason: null }

const failingWebhook = resourceOf<FailingWebhook>()('FailingWebhook', {
  id: idSchema('The webhook.'),
  name: Type.String(),
  state: [
    Type.Enum(HEALTH_STATES, 'As in `/v1/webhooks/{id}/health`.'),
    (webhook) => healthStateOf(webhook, ENABLED),
  ],
  explanation: [Type.String('The same as a sentence.'), (webhook) => explainHealth(webhook, ENABLED)],
  failures: count(
    'Failed attempts since the last accepted one; 0: the receiver asked for a pause, or rejects what it gets.',
  ),
  failing_since: nullableTime('Since when the receiver fails; null: it does not.'),
  paused_until: nullableTime('When the next attempt is made; null: it is not paused.'),
  pause_reason: nullableText('The attempt that caused the pause, in a few words.'),
  ...rejections.list,
  unfinished: count(`Its unfinished deliveries, counted up to ${UNFINISHED_COUNTED_MAX}.`),
})

export const backlogResource = resourceOf<Overview['backlog']>()(
  {
    waiting: count('Behind an earlier delivery of the same alert or job.'),
    pending: count('Due now or later.'),
    sending: count('Under way.'),
    oldest_due_at: nullableTime(
      'Due time of the most overdue delivery to a webhook that is neither paused nor probed; null: nothing is due.',
    ),
    paused: [pausedBacklog.schema, ({ paused }) => pausedBacklog.toWire(paused)],
  },
  { description: 'Unfinished deliveries.' },
)

const lastHour = resourceOf<Overview['lastHour']>()(
  {
    events: count('Accepted.'),
    delivered: count('Deliveries that arrived.'),
    retried: count('Attempts that failed and are retried.'),
    failed: count('Deliveries that failed for good.'),
  },
  { description: 'The last 60 minutes and the one under way, as in `/v1/activity`.' },
)

const webhookCounts = resourceOf<Pick<Overview, 'webhooks' | 'backlog'>>()({
  total: [count('All webhooks.'), ({ webhooks }) => webhooks.total],
  enabled: [count('Enabled webhooks.'), ({ webhooks }) => webhooks.enabled],
  disabled: [count('Disabled webhooks.'), ({ webhooks }) => webhooks.disabled],
  failing: [
    count('Enabled webhooks whose last attempt failed and that are not paused.'),
    ({ webhooks }) => webhooks.failing,
  ],
  rejecting: [
    count(
      'Enabled webhooks whose receiver rejected something in the last three hours, and has accepted nothing since.',
    ),
    ({ webhooks }) => webhooks.rejecting,
  ],
  paused: [
    count(
      'Enabled webhooks that are paused because their receiver failed several times or asked for a pause.',
    ),
    ({ webhooks }) => webhooks.paused,
  ],
  blocked_for_high: [
    count('Paused and rejecting ones that want high alerts.'),
    ({ webhooks }) => webhooks.blockedForHigh,
  ],
  never_called: [
    count('Enabled webhooks without a finished attempt.'),
    ({ webhooks }) => webhooks.neverCalled,
  ],
  late: [
    count('Enabled webhooks with a healthy receiver and a delivery that is overdue by more than a minute.'),
    ({ backlog }) => backlog.lateWebhooks,
  ],
  disabled_by_receiver: [
    count(
      'Webhooks that the service disabled, because the receiver responded 410 or the definition is damaged.',
    ),
    ({ webhooks }) => webhooks.disabledByReceiver,
  ],
})

const alertCounts = resourceOf<Overview['alerts']>()(
  {
    high: count('Severity high.'),
    medium: count('Severity medium.'),
    low: count('Severity low.'),
    stale: count(
      `Active alerts that no monitor has reported for \`TOCSIN_STALE_AFTER\`, counted up to ${STALE_COUNTED_MAX}; see \`/v1/alerts?stale=true\`.`,
    ),
  },
  { description: 'Active alerts.' },
)

const nodeCounts = resourceOf<Overview['nodes']>()({
  total: count('Processes that share the database.'),
  delivering: count('Nodes that deliver and sent a heartbeat within the last 15 seconds.'),
})

export const overviewResource = resourceOf<Overview>()('Overview', {
  at: instantSchema('Time of the overview.'),
  state: Type.Enum(['healthy', 'degraded', 'stopped'], {
    description:
      'healthy: due deliveries are sent; degraded: a receiver rejects everything, or has failed for a minute or five times in a row, deliveries are late by more than a minute, or one of several nodes does not deliver; stopped: nothing is delivered.',
  }),
  explanation: Type.String('The problems and since when, as sentences.'),
  backlog: [backlogResource.schema, ({ backlog }) => backlogResource.toWire(backlog)],
  last_hour: [lastHour.schema, (overview) => lastHour.toWire(overview.lastHour)],
  webhooks: [webhookCounts.schema, webhookCounts.toWire],
  failing: [
    Type.Array(failingWebhook.schema, {
      maxItems: 20,
      description: 'The 20 webhooks that have been failing or paused for longest.',
    }),
    ({ failing }) => failing.map(failingWebhook.toWire),
  ],
  alerts: [alertCounts.schema, ({ alerts }) => alertCounts.toWire(alerts)],
  notified_nobody: [
    count(
      `Events of the last 24 hours that no webhook took, counted up to ${NOTIFIED_NOBODY_COUNTED_MAX}; see \`/v1/events?notified_nobody=true\`.`,
    ),
    ({ notifiedNobody }) => notifiedNobody,
  ],
  open_notifications: [
    openNotificationsResource.schema,
    ({ openNotifications }) => openNotificationsResource.toWire(openNotifications),
  ],
  nodes: [nodeCounts.schema, ({ nodes }) => nodeCounts.toWire(nodes)],
})
