import type { ApiDeps } from '../../deps/api-deps.ts'
import { readWebhookLimits } from '../budget-limits.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { explainHealth, HEALTH_STATES, healthStateOf } from '../../../domain/overview/receiver-health.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { COUNTED_MAX, FALLBACK_FOR_MAX, type WebhookHealth } from '../../../storage/store.ts'
import { findSharedWarnings, findWarnings } from '../../../webhooks/find-warnings.ts'
import { actorOf } from '../../auth/actor.ts'
import { found } from '../read-routes.ts'
import { readCalls, recentCalls, rejections, type WithCalls } from './recent-calls-wire.ts'
import {
  count,
  idSchema,
  nullable,
  nullableText,
  nullableTime,
  resourceOf,
  warningsSchema,
} from '../resource.ts'
import { type PresetRule, presetRuleOf } from '../../../presets/fill-preset.ts'
import { RESPONSE_RULE, toResponseRuleWire } from './response-rule-wire.ts'

/** The rule of the preset for the webhook's address. */
const presetRule = resourceOf<PresetRule>()('PresetRule', {
  preset: Type.String('The preset whose receivers have such an address.'),
  response_rule: [RESPONSE_RULE, ({ responseRule }) => toResponseRuleWire(responseRule)],
  proposed: [
    Type.Boolean('The webhook counts a login page as delivered, and this rule would notice it.'),
    'isProposed',
  ],
})

interface ShownHealth extends WebhookHealth, WithCalls {
  readonly webhook: Webhook
  readonly open: number
  readonly outOfSync: number
  readonly warnings: ReturnType<typeof findWarnings>
}

const healthResource = resourceOf<ShownHealth>()('WebhookHealth', {
  webhook_id: idSchema('The webhook.'),
  state: [
    Type.Enum(
      HEALTH_STATES,
      'healthy: its last attempt was accepted; never_called: no attempt has ended yet; late: the receiver is healthy or was never called, but a delivery is overdue by more than a minute; rejecting: the receiver responds, and has accepted nothing since it rejected something; failing: its last attempt failed; paused: nothing is sent before `paused_until`, because the receiver failed several times in a row or asked for a pause; disabled.',
    ),
    (health) => healthStateOf(health, health.webhook),
  ],
  explanation: [Type.String('The same as a sentence.'), (health) => explainHealth(health, health.webhook)],
  failures: count('Failed attempts since the last accepted one.'),
  failing_since: nullableTime('Since when the receiver fails; null: it does not.'),
  paused_until: nullableTime('When the next attempt is made; null: it is not paused.'),
  pause_reason: nullableText('The attempt that caused the pause, in a few words.'),
  ...rejections.list,
  late_since: nullableTime(
    'Due time of its most overdue delivery, if the receiver is healthy and that is more than a minute ago; null: nothing is late.',
  ),
  sending: count('Deliveries under way.'),
  pending: count(`Deliveries that are due now or later; counted up to ${COUNTED_MAX}.`),
  waiting: count('Deliveries that follow an unfinished one of the same alert or job.'),
  open_notifications: [
    count(
      `Open notifications: alerts whose raise was, or may have been, sent and whose clear was not; counted up to ${COUNTED_MAX}. No clear is sent once the webhook is deleted.`,
    ),
    'open',
  ],
  out_of_sync: count(
    `Alerts that are out of sync, and no delivery carries the difference; counted up to ${COUNTED_MAX}.`,
  ),
  fallback_for: Type.Array(Type.Integer({ minimum: 1 }), {
    description: `Webhooks that name it as their fallback, at most ${FALLBACK_FOR_MAX}: while there are any, it cannot be deleted.`,
  }),
  next_due_at: nullableTime('Due time of its most overdue or next delivery.'),
  ...recentCalls.list,
  preset_rule: [
    nullable(presetRule.schema),
    ({ webhook }) => {
      const rule = presetRuleOf(webhook)
      return rule === undefined ? null : presetRule.toWire(rule)
    },
  ],
  warnings: warningsSchema,
})

/** Returns the routes for the health of a receiver, and for resuming it. */
export function webhookHealthRoutes(deps: ApiDeps): readonly Route[] {
  return [getWebhookHealth(deps), resumeWebhook(deps)]
}

function getWebhookHealth(deps: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/webhooks/:id/health',
    scope: 'webhooks:read',
    id: 'getWebhookHealth',
    summary: 'Read the health of a webhook',
    noun: 'webhook',
    responses: { 200: ['The health of the webhook.', healthResource.schema] },
    handler: async ({ id }) => {
      return { status: 200, body: healthResource.toWire(await readHealth(id, deps)) }
    },
  })
}

function resumeWebhook(deps: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks/:id/resume',
    scope: 'deliveries:write',
    id: 'resumeWebhook',
    summary: 'Try a webhook again now',
    description:
      'Ends the pause of its receiver, also one that the receiver asked for, and makes up to 1000 retries due that wait for their time. If the receiver still fails, it is paused again. A test that the receiver accepts does the same for a paused webhook.',
    noun: 'webhook',
    responses: {
      200: ['The health of the webhook after that.', healthResource.schema],
      409: 'It is disabled.',
    },
    handler: async (input) => {
      const { id } = input
      await deps.store.resumeWebhook(id, { now: deps.clock.now(), by: actorOf(input) })
      const health = await readHealth(id, deps)
      deps.wake()
      return { status: 200, body: healthResource.toWire(health) }
    },
  })
}

async function readHealth(id: WebhookId, deps: ApiDeps): Promise<ShownHealth> {
  const { store, clock, publicUrl } = deps
  const now = clock.now()
  const health = found(await store.findHealth(id, now), 'webhook', id)
  const webhook = found(await store.findWebhook(id), 'webhook', id)
  const states = await store.countReceiverStates(id, COUNTED_MAX)
  const { firstAcceptedAt } = health
  const calls = (await readCalls(deps, [{ id, firstAcceptedAt }])).get(id)
  const limitOf = await readWebhookLimits(store, [webhook])
  const warnings = [...findSharedWarnings(webhook, limitOf), ...findWarnings(webhook, now, { publicUrl })]
  return { ...health, ...states, webhook, warnings, calls: found(calls, 'webhook', id), now }
}
