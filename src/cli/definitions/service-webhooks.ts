import type { ApiClient } from '../client/api-client.ts'
import { CliError } from '../program/cli-error.ts'
import { DEFINITION_MEMBERS, type StoredWebhook } from './definition.ts'
import { ask } from '../client/ask.ts'
import type { Received } from '../view/api-types.ts'
import { asNumber, asObjects, asText } from '../view/json-value.ts'

type Client = Pick<ApiClient, 'send'>

export interface ServiceWebhooks {
  readonly webhooks: readonly StoredWebhook[]
  /** The token may not see secrets: `***` stands for them. */
  readonly isMasked: boolean
}

/** Largest page of the API. */
const PAGE_LIMIT = '500'

/** All webhooks of the service, by id; with their secrets if the token may see those and they are asked for. */
export async function readServiceWebhooks(client: Client, show?: 'secrets'): Promise<ServiceWebhooks> {
  try {
    return { webhooks: toCurrentState(await readPages(client, { show })), isMasked: show === undefined }
  } catch (error) {
    if (show === undefined || !(error instanceof CliError) || error.status !== 403) throw error
    return readServiceWebhooks(client)
  }
}

async function readPages(
  client: Client,
  options: { readonly show?: 'secrets' | undefined; readonly view?: 'brief' },
): Promise<readonly Received<'Webhook'>[]> {
  const webhooks: Received<'Webhook'>[] = []
  let cursor: string | undefined
  do {
    const query = { ...options, limit: PAGE_LIMIT, cursor }
    const { json } = await ask(client, 'GET', '/v1/webhooks', { query })
    // Of brief ones only what these have is read.
    const items: readonly Received<'Webhook'>[] = asObjects(json.items)
    webhooks.push(...items)
    cursor = items.length === 0 ? undefined : asText(json.next) || undefined
  } while (cursor !== undefined)
  return webhooks
}

function toCurrentState(webhooks: readonly Received<'Webhook'>[]): readonly StoredWebhook[] {
  const names = new Map<unknown, string>(webhooks.map((webhook) => [webhook.id, asText(webhook.name)]))
  return webhooks.map((webhook) => {
    const fallback = names.get(webhook.fallback_webhook_id) ?? null
    const known = Object.entries({ ...webhook, fallback }).filter(([member]) => OF_DEFINITION.has(member))
    return {
      id: asNumber(webhook.id) ?? 0,
      name: asText(webhook.name),
      revision: asNumber(webhook.revision) ?? 0,
      members: Object.fromEntries(known.filter(([member]) => member !== 'name')),
      isSigned: webhook.signed === true,
      disabledReason: asText(webhook.disabled_reason),
    }
  })
}

const OF_DEFINITION: ReadonlySet<string> = new Set(DEFINITION_MEMBERS)

/** The newest signing secret; undefined: none, or it may not be seen. */
export async function readSigningSecret(client: Client, id: number): Promise<string | undefined> {
  const { json } = await ask(client, 'GET', '/v1/webhooks/{id}/signing/secrets', { id })
  return asText(asObjects(json.secrets)[0]?.secret) || undefined
}
