import type { Instant } from '../../domain/instant.ts'
import { describeTime } from './human-time.ts'
import { asText } from './json-value.ts'

/**
 * Describes one member of an alert or an event in a line: a time by how long ago it was, an object by its members, such
 * as `name=pg-1, port=5432`, or by its name alone. Returns undefined for what says nothing: null, an empty text, an
 * object with nothing but such members and zeros.
 */
export function describeMember(member: string, value: unknown, now: Instant): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (member === 'at' || member === 'since' || member.endsWith('_at')) return describeTime(value, now)
  if (typeof value !== 'object') return asText(value)
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '' && part !== 0)
  if (parts.length === 0) return undefined
  if (Array.isArray(value)) return parts.map(([, part]) => describePart(part)).join(', ')
  const [name, part] = parts[0]!
  if (parts.length === 1 && name === 'name') return describePart(part)
  return parts.map(([key, inner]) => `${key}=${describePart(inner)}`).join(', ')
}

function describePart(part: unknown): string {
  return typeof part === 'object' ? JSON.stringify(part) : asText(part)
}
