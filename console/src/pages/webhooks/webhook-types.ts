import type { components } from '../../api/schema.ts'

type Schemas = components['schemas']

export type Webhook = Schemas['Webhook']
/** A webhook with its warnings. */
export type WrittenWebhook = Schemas['WrittenWebhook']
export type NewWebhook = Schemas['NewWebhook']
export type WebhookChange = Schemas['WebhookChange']
export type WebhookHealth = Schemas['WebhookHealth']
export type PayloadType = Webhook['payload_type']

/** Stands for a value that the principal may not see; written back it means: unchanged. */
export const HIDDEN = '***'
