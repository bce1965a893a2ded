import type { components } from '../../api/schema.ts'
import { quoted } from '../webhooks/match/completion.ts'

type Alert = components['schemas']['Alert']
export type Silence = components['schemas']['Silence']
export type SilencePreview = components['schemas']['SilencePreview']

/** Matchers that one group may have. */
const MATCHERS_MAX = 20

/** Writes the matchers that this alert meets, and others with the same name, server, database and labels. */
export function matchOf({ name, server, database, object, labels }: Alert): string {
  const fields: readonly (readonly [field: string, value: string | null])[] = [
    ['name', name],
    ['server', server.name],
    ['database', database],
    ['object', object.name],
    ...Object.entries(labels).map(([label, value]) => [`label.${label}`, value] as const),
  ]
  return fields
    .filter(([field, value]) => value !== null && value !== '' && isWritable(field))
    .slice(0, MATCHERS_MAX)
    .map(([field, value]) => `${field}=${quoted(value ?? '')}`)
    .join(', ')
}

/** Names of labels with other characters cannot stand in matchers. */
function isWritable(field: string): boolean {
  return /^[^\s{}!=~,"'`\\]+$/u.test(field)
}

const HOUR_MS = 3_600_000
const WEEK_MS = 168 * HOUR_MS

/** Finds what should be noticed about a silence: it ends soon, or was probably forgotten. */
export function noticeOf(silence: Silence, now: number): 'ends_soon' | 'idle' | undefined {
  if (silence.state !== 'active') return undefined
  if (Date.parse(silence.ends_at) - now < HOUR_MS) return 'ends_soon'
  const since = Math.max(Date.parse(silence.starts_at), Date.parse(silence.last_held_at ?? silence.starts_at))
  return since <= now - WEEK_MS ? 'idle' : undefined
}
