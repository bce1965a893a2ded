import { asObject, asText, type JsonObject } from '../view/json-value.ts'
import type { Part, Tone } from '../view/table.ts'

/** How a webhook's members are said to people, in lists and alone. */

export function describeEnabled(webhook: JsonObject): Part {
  return webhook['enabled'] === false ? { text: 'disabled', tone: 'warn' } : { text: 'enabled', tone: 'good' }
}

/** In a list: how its receiver does, unless that is well. */
export function describeState(webhook: JsonObject): Part {
  const state = asText(asObject(webhook['health'] ?? {})['state'])
  if (webhook['enabled'] === false || state === 'well' || state === '') return describeEnabled(webhook)
  return { text: state, tone: HEALTH_TONES[state] ?? 'dim' }
}

export const HEALTH_TONES: Readonly<Record<string, Tone>> = {
  well: 'good',
  late: 'warn',
  failing: 'warn',
  paused: 'bad',
  disabled: 'warn',
}

/** `low, high` or `job runs`. */
export function describeAudience(webhook: JsonObject): string {
  if (webhook['payload_type'] === 'JOB') return 'job runs'
  const states = [
    ['low', 'low_alert'],
    ['medium', 'med_alert'],
    ['high', 'high_alert'],
    ['cleared', 'cleared_alert'],
  ] as const
  const told = states.filter(([, member]) => webhook[member] === true).map(([state]) => state)
  if (told.length === states.length) return 'all states'
  return told.join(', ') || 'nothing'
}
