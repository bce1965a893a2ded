import type { JsonObject } from '../../src/domain/json-object.ts'
import { WINDOWS_MAX } from '../../src/domain/window/window.ts'
import { collectItems } from '../client/session.ts'
import type { ApiClient } from '../client/api-client.ts'
import { asNumber, asText, type Received } from '../view/response.ts'

export const WINDOW_MEMBERS = [
  'name',
  'match',
  'everything',
  'webhooks',
  'zone',
  'begins',
  'for',
  'repeat',
  'days',
  'except',
  'from',
  'jobs',
  'reason',
] as const

/** Defaults. `from` is the day of creation. */
export const WINDOW_DEFAULTS: JsonObject = {
  everything: false,
  webhooks: null,
  repeat: null,
  days: null,
  jobs: 'hold',
}

/** A stored maintenance window; `webhooks` are names. */
export interface StoredWindow {
  readonly id: number
  readonly name: string
  readonly members: JsonObject
}

/** Reads all maintenance windows. `names`: webhooks by id; deleted ones are left out. */
export async function readServiceWindows(
  client: Pick<ApiClient, 'send'>,
  names: ReadonlyMap<number, string>,
): Promise<readonly StoredWindow[]> {
  const { items } = await collectItems(client, { path: '/v1/windows', query: {}, limit: WINDOWS_MAX })
  return (items as readonly Received<'MaintenanceWindow'>[]).map((window) => {
    const ids = window.webhook_ids as readonly number[] | null
    const webhooks = ids === null ? null : ids.flatMap((id) => names.get(id) ?? [])
    const except = (window.except as readonly string[] | undefined)?.length ? window.except : undefined
    const all: JsonObject = { ...window, webhooks, except }
    const members = Object.fromEntries(WINDOW_MEMBERS.map((member) => [member, all[member]]))
    return { id: asNumber(window.id) ?? 0, name: asText(window.name), members }
  })
}
