import { Type } from '../../routes/schema-builder.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { explainHealth, HEALTH_STATES, healthStateOf } from '../../../domain/overview/receiver-health.ts'
import type { ListedWebhook } from '../../../domain/overview/webhook-search.ts'
import { MODES, PAYLOAD_TYPES } from '../../../domain/webhook/webhook.ts'
import { toWireFlags } from '../../webhooks/webhook-shapes.ts'
import { REJECTIONS, toRejectionsWire } from './rejections-wire.ts'
import { idSchema, instantOrNull, instantSchema, nullable, nullableText } from '../shapes.ts'

const flag = (state: string) =>
  Type.Boolean({ description: `Whether it is notified of alerts that become ${state}.` })

/** A webhook in a list: without template, headers or TLS settings. */
export const BRIEF_WEBHOOK = Type.Object(
  {
    id: idSchema('The id of the webhook.'),
    name: Type.String(),
    description: Type.String({ description: 'A note for people.' }),
    url: Type.String({ description: 'Secret parts are `***`; see `show`.' }),
    enabled: Type.Boolean({ description: 'Whether the webhook is called.' }),
    method: Type.String(),
    payload_type: Type.Enum([...PAYLOAD_TYPES]),
    low_alert: flag('low'),
    med_alert: flag('medium'),
    high_alert: flag('high'),
    cleared_alert: flag('cleared'),
    mode: Type.Enum([...MODES], {
      description: 'Whether the receiver gets every change, or the current state.',
    }),
    signed: Type.Boolean({ description: 'Whether its requests are signed.' }),
    fallback_webhook_id: nullable(
      Type.Integer({ minimum: 1 }),
      'The webhook that is notified when its deliveries fail.',
    ),
    disabled_reason: nullableText('Why the service disabled it; null: it did not.'),
    health: Type.Object(
      {
        state: Type.Enum([...HEALTH_STATES]),
        explanation: Type.String({ description: 'The same as a sentence.' }),
        failures: Type.Integer({ minimum: 0, description: 'Failed attempts since the last accepted one.' }),
        failing_since: nullable(Type.String({ format: 'date-time' })),
        paused_until: nullable(Type.String({ format: 'date-time' })),
        ...REJECTIONS,
        late_since: nullable(Type.String({ format: 'date-time' })),
      },
      { description: 'The health of its receiver, as in `/v1/webhooks/{id}/health`.' },
    ),
    warning_count: Type.Integer({
      minimum: 0,
      description: 'How many `warnings` its definition has; `/v1/webhooks/{id}/health` has them.',
    }),
    revision: Type.Integer({ minimum: 1, description: 'The revision; it grows with each change.' }),
    updated_at: instantSchema('When it was changed last.'),
  },
  { title: 'BriefWebhook' },
)

/** `webhook` as the caller may see it. */
export function toBriefWire({
  webhook,
  health,
  warningCount,
}: ListedWebhook & { readonly warningCount: number }): object {
  return {
    id: webhook.id,
    name: webhook.name,
    description: webhook.description,
    url: webhook.url,
    enabled: webhook.enabled,
    method: webhook.method,
    payload_type: webhook.payloadType,
    ...toWireFlags(webhook.alertFlags),
    mode: webhook.mode,
    signed: webhook.signingSecrets.length > 0,
    fallback_webhook_id: webhook.fallbackWebhookId,
    disabled_reason: webhook.disabledReason,
    health: {
      state: healthStateOf(health, webhook),
      explanation: explainHealth(health, webhook),
      failures: health.failures,
      failing_since: instantOrNull(health.failingSince),
      paused_until: instantOrNull(health.pausedUntil),
      ...toRejectionsWire(health),
      late_since: instantOrNull(health.lateSince),
    },
    warning_count: warningCount,
    revision: webhook.revision,
    updated_at: formatInstant(webhook.updatedAt),
  }
}
