import { defaultMode } from '../../src/domain/definition/mode-rules.ts'
import { type AnySetting, SETTINGS, unsaidValue } from '../../src/domain/definition/webhook-settings.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import type { ApiClient } from '../client/api-client.ts'
import { ask, collectItems } from '../client/session.ts'
import { CliError } from '../program/cli-error.ts'
import { asNumber, asObjects, asText, type Received } from '../view/response.ts'

export interface StoredWebhook {
  readonly id: number
  readonly name: string
  readonly members: JsonObject
  readonly isSigned: boolean
}

export const DEFINITION_MEMBERS: readonly string[] = [
  'name',
  'description',
  'url',
  'enabled',
  'method',
  'http_headers',
  'payload_type',
  'payload_template',
  'low_alert',
  'med_alert',
  'high_alert',
  'cleared_alert',
  ...SETTINGS.map(memberOf),
  'signing_secret',
]

/** The service's defaults; that of `payload_template` depends on the service and the payload type. */
export const MEMBER_DEFAULTS: JsonObject = {
  description: '',
  enabled: true,
  method: 'POST',
  http_headers: [],
  payload_type: 'ALERT',
  low_alert: true,
  med_alert: true,
  high_alert: true,
  cleared_alert: true,
  ...Object.fromEntries(SETTINGS.map((setting) => [memberOf(setting), unsaidValue(setting)])),
  mode: defaultMode({}),
}

/** Names the fallback: an id means something on one service only. */
function memberOf({ wire }: AnySetting): string {
  return wire === 'fallback_webhook_id' ? 'fallback' : wire
}

type Client = Pick<ApiClient, 'send'>

interface ServiceWebhooks {
  readonly webhooks: readonly StoredWebhook[]
  /** True: `***` stands for secrets, which the token may not see. */
  readonly isMasked: boolean
}

/** Reads all webhooks by id; with secrets if asked for and the token may see them. */
export async function readServiceWebhooks(client: Client, show?: 'secrets'): Promise<ServiceWebhooks> {
  try {
    const { items } = await collectItems(client, { path: '/v1/webhooks', query: { show }, limit: Infinity })
    return { webhooks: toStored(items as readonly Received<'Webhook'>[]), isMasked: show === undefined }
  } catch (error) {
    if (show === undefined || !(error instanceof CliError) || error.status !== 403) throw error
    return readServiceWebhooks(client)
  }
}

function toStored(webhooks: readonly Received<'Webhook'>[]): readonly StoredWebhook[] {
  const names = new Map<unknown, string>(webhooks.map((webhook) => [webhook.id, asText(webhook.name)]))
  return webhooks.map((webhook) => {
    const fallback = names.get(webhook.fallback_webhook_id) ?? null
    const known = Object.entries({ ...webhook, fallback }).filter(([member]) => OF_DEFINITION.has(member))
    return {
      id: asNumber(webhook.id) ?? 0,
      name: asText(webhook.name),
      members: Object.fromEntries(known.filter(([member]) => member !== 'name')),
      isSigned: webhook.signed === true,
    }
  })
}

const OF_DEFINITION: ReadonlySet<string> = new Set(DEFINITION_MEMBERS)

/** Returns the newest secret; undefined: none, or the token may not see it. */
export async function readSigningSecret(client: Client, id: number): Promise<string | undefined> {
  const { json } = await ask(client, 'GET', '/v1/webhooks/{id}/signing/secrets', { id })
  return asText(asObjects(json.secrets)[0]?.secret) || undefined
}
