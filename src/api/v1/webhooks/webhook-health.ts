import { Type } from '../../routes/schema-builder.ts'
import type { MarkerSite } from '../../../domain/template/markers.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { explainHealth, HEALTH_STATES, healthStateOf } from '../../../domain/overview/receiver-health.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { COUNTED_MAX, FALLBACK_FOR_MAX, type Store, type WebhookHealth } from '../../../storage/store.ts'
import { findWarnings } from '../../../webhooks/find-warnings.ts'
import { parsePathId } from '../../routes/path-id.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { found, ID_PARAMS } from '../by-id.ts'
import { NO_QUERY } from '../query.ts'
import { REJECTIONS, toRejectionsWire } from './rejections-wire.ts'
import { idSchema, instantOrNull, nullable, nullableText, warningsSchema } from '../shapes.ts'

export interface WebhookHealthDeps extends MarkerSite {
  readonly store: Pick<Store, 'findHealth' | 'findWebhook' | 'countReceiverStates'>
  readonly clock: Clock
}

const count = (description: string) => Type.Integer({ minimum: 0, description })
const timeOrNull = (description: string) => nullable(Type.String({ format: 'date-time' }), description)

const healthSchema = Type.Object(
  {
    webhook_id: idSchema('The webhook.'),
    state: Type.Enum([...HEALTH_STATES], {
      description:
        'healthy: its last attempt was accepted; never_called: no attempt has ended yet; late: the receiver is healthy or was never called, but a delivery is overdue by more than a minute; rejecting: the receiver responds, and has accepted nothing since it rejected something; failing: its last attempt failed; paused: nothing is sent before `paused_until`, because the receiver failed several times in a row or asked for a pause; disabled.',
    }),
    explanation: Type.String({ description: 'The same as a sentence.' }),
    failures: count('Failed attempts since the last accepted one.'),
    failing_since: timeOrNull('Since when the receiver fails; null: it does not.'),
    paused_until: timeOrNull('When the next attempt is made; null: it is not paused.'),
    pause_reason: nullableText('The attempt that caused the pause, in a few words.'),
    ...REJECTIONS,
    late_since: timeOrNull(
      'Due time of its most overdue delivery, if the receiver is healthy and that is more than a minute ago; null: nothing is late.',
    ),
    sending: count('Deliveries under way.'),
    pending: count(`Deliveries that are due now or later; counted up to ${COUNTED_MAX}.`),
    waiting: count('Deliveries that follow an unfinished one of the same alert or job.'),
    open_notifications: count(
      `Open notifications: alerts whose raise was, or may have been, sent and whose clear was not; counted up to ${COUNTED_MAX}. No clear is sent once the webhook is deleted.`,
    ),
    out_of_sync: count(
      `Alerts that are out of sync, and no delivery carries the difference; counted up to ${COUNTED_MAX}.`,
    ),
    fallback_for: Type.Array(Type.Integer({ minimum: 1 }), {
      description: `Webhooks that name it as their fallback, at most ${FALLBACK_FOR_MAX}: while there are any, it cannot be deleted.`,
    }),
    next_due_at: timeOrNull('Due time of its most overdue or next delivery.'),
    warnings: warningsSchema,
  },
  { title: 'WebhookHealth' },
)

/** Routes for the health of a receiver, and for what waits for it. */
export function webhookHealthRoutes({ store, clock, publicUrl }: WebhookHealthDeps): readonly Route[] {
  const getWebhookHealth = defineRoute({
    method: 'GET',
    path: '/v1/webhooks/:id/health',
    scope: 'webhooks:read',
    id: 'getWebhookHealth',
    summary: 'Read the health of a webhook',
    tag: 'webhooks',
    params: ID_PARAMS,
    query: NO_QUERY,
    responses: { 200: { description: 'The health of the webhook.', schema: healthSchema } },
    handler: async ({ params }) => {
      const id = parsePathId(params.id, 'webhook')
      const now = clock.now()
      const health = found(await store.findHealth(id, now), 'webhook', id)
      const webhook = found(await store.findWebhook(id), 'webhook', id)
      const { open, outOfSync } = await store.countReceiverStates(id, COUNTED_MAX)
      return {
        status: 200,
        body: {
          ...toWire(health, webhook),
          open_notifications: open,
          out_of_sync: outOfSync,
          warnings: findWarnings(webhook, now, { publicUrl }),
        },
      }
    },
  })
  return [getWebhookHealth]
}

function toWire(health: WebhookHealth, webhook: Webhook): object {
  return {
    webhook_id: health.webhookId,
    state: healthStateOf(health, webhook),
    explanation: explainHealth(health, webhook),
    failures: health.failures,
    failing_since: instantOrNull(health.failingSince),
    paused_until: instantOrNull(health.pausedUntil),
    pause_reason: health.pauseReason,
    ...toRejectionsWire(health),
    late_since: instantOrNull(health.lateSince),
    sending: health.sending,
    pending: health.pending,
    waiting: health.waiting,
    fallback_for: health.fallbackFor,
    next_due_at: instantOrNull(health.nextDueAt),
  }
}
