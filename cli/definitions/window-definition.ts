import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { EVERYTHING } from '../../src/domain/silence/silence-rules.ts'
import { formatDuration, parseDuration } from '../../src/domain/spelling.ts'
import { tidyRecurrence } from '../../src/domain/window/recurrence.ts'
import { WINDOWS_MAX } from '../../src/domain/window/window.ts'
import { collectItems } from '../client/ask.ts'
import type { ApiClient } from '../client/api-client.ts'
import type { Received } from '../view/api-types.ts'
import { asNumber, asText } from '../view/json-value.ts'

/** The members of a maintenance window in the order in which they are written. */
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

/** Returns the members that a definition changes. Without `from` and `except` these days stay. */
export function changedMembers({ members: stored }: StoredWindow, written: JsonObject): readonly string[] {
  const meant = written['everything'] === true ? { match: EVERYTHING } : {}
  const kept = { from: stored['from'], except: stored['except'] }
  const wanted: JsonObject = { ...WINDOW_DEFAULTS, ...kept, ...meant, ...written }
  // The matchers say whether everything is silenced.
  return WINDOW_MEMBERS.filter((member) => member !== 'everything').filter(
    (member) => !isDeepStrictEqual(tidied(member, wanted[member]), stored[member]),
  )
}

/** Writes a value as the service does; an invalid one stays. */
function tidied(member: string, value: unknown): unknown {
  if (member === 'repeat' && typeof value === 'string') return tidyRecurrence(value)
  if (member === 'except' && Array.isArray(value) && value.length === 0) return undefined
  if ((member === 'days' || member === 'except') && Array.isArray(value)) return value.toSorted()
  if (member !== 'for' || typeof value !== 'string') return value
  try {
    return formatDuration(parseDuration(value))
  } catch {
    return value
  }
}
