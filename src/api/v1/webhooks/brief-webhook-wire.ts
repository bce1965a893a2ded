import { Type } from '../../routes/schema-builder.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { explainHealth, HEALTH_STATES, healthStateOf } from '../../../domain/overview/receiver-health.ts'
import type { ListedWebhook } from '../../../domain/overview/webhook-search.ts'
import { MODES, PAYLOAD_TYPES, type Webhook } from '../../../domain/webhook/webhook.ts'
import { recentCalls, type WithCalls } from './recent-calls-wire.ts'
import { rejections } from './rejections-wire.ts'
import { resourceOf, within } from '../resource.ts'
import {
  idSchema,
  instantOrNull,
  instantSchema,
  nullable,
  nullableText,
  nullableTime,
  textMap,
} from '../shapes.ts'

const TIME_OR_NULL = nullableTime()

const flag = (state: string) =>
  Type.Boolean({ description: `Whether it is notified of alerts that become ${state}.` })

interface BriefWebhook extends ListedWebhook, WithCalls {
  readonly warningCount: number
}

const briefHealth = resourceOf<ListedWebhook>()(
  {
    state: [Type.Enum([...HEALTH_STATES]), ({ health, webhook }) => healthStateOf(health, webhook)],
    explanation: [
      Type.String({ description: 'The same as a sentence.' }),
      ({ health, webhook }) => explainHealth(health, webhook),
    ],
    failures: [
      Type.Integer({ minimum: 0, description: 'Failed attempts since the last accepted one.' }),
      ({ health }) => health.failures,
    ],
    failing_since: [TIME_OR_NULL, ({ health }) => instantOrNull(health.failingSince)],
    paused_until: [TIME_OR_NULL, ({ health }) => instantOrNull(health.pausedUntil)],
    ...within(({ health }: ListedWebhook) => health, rejections),
    late_since: [TIME_OR_NULL, ({ health }) => instantOrNull(health.lateSince)],
  },
  { description: 'The health of its receiver, as in `/v1/webhooks/{id}/health`.' },
)

const shownWebhook = resourceOf<Webhook>()({
  id: idSchema('The id of the webhook.'),
  name: Type.String(),
  description: Type.String({ description: 'A note for people.' }),
  url: Type.String({ description: 'Secret parts are `***`; see `show`.' }),
  labels: nullable(
    textMap('Names and values.'),
    'Labels by which people find and group webhooks; null: none.',
  ),
  enabled: Type.Boolean({ description: 'Whether the webhook is called.' }),
  method: Type.String(),
  payload_type: Type.Enum([...PAYLOAD_TYPES]),
  low_alert: [flag('low'), ({ alertFlags }) => alertFlags.low],
  med_alert: [flag('medium'), ({ alertFlags }) => alertFlags.medium],
  high_alert: [flag('high'), ({ alertFlags }) => alertFlags.high],
  cleared_alert: [flag('cleared'), ({ alertFlags }) => alertFlags.cleared],
  match: nullableText('The matchers of the events that it gets; null: every event.'),
  mode: Type.Enum([...MODES], {
    description: 'Whether the receiver gets every change, or the current state.',
  }),
  signed: [
    Type.Boolean({ description: 'Whether its requests are signed.' }),
    ({ signingSecrets }) => signingSecrets.length > 0,
  ],
  fallback_webhook_id: nullable(
    Type.Integer({ minimum: 1 }),
    'The webhook that is notified when its deliveries fail.',
  ),
  disabled_reason: nullableText('Why the service disabled it; null: it did not.'),
})

/** A webhook in a list, as the principal may see it: without template, headers or TLS settings. */
export const briefWebhook = resourceOf<BriefWebhook>()(
  {
    ...within(({ webhook }: BriefWebhook) => webhook, shownWebhook),
    health: [briefHealth.schema, briefHealth.toWire],
    ...recentCalls.list,
    warning_count: Type.Integer({
      minimum: 0,
      description: 'How many `warnings` its definition has; `/v1/webhooks/{id}/health` has them.',
    }),
    revision: [
      Type.Integer({ minimum: 1, description: 'The revision; it grows with each change.' }),
      ({ webhook }) => webhook.revision,
    ],
    updated_at: [
      instantSchema('When it was changed last.'),
      ({ webhook }) => formatInstant(webhook.updatedAt),
    ],
  },
  { title: 'BriefWebhook' },
)
