import type { components } from '../../api/schema.ts'

type Schemas = components['schemas']

export type Webhook = Schemas['Webhook']
/** With what its writer should know. */
export type WrittenWebhook = Schemas['WrittenWebhook']
export type NewWebhook = Schemas['NewWebhook']
export type WebhookChange = Schemas['WebhookChange']
export type WebhookHealth = Schemas['WebhookHealth']
export type PayloadType = Webhook['payload_type']

/** What the API writes instead of a value that the caller may not see; written back it means: as it is. */
export const HIDDEN = '***'
