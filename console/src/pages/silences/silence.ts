import type { components } from '../../api/schema.ts'
import { fromLocalInput, toLocalInput } from '../../ui/text/format.ts'
import { quoted } from '../webhooks/match/completion.ts'

type Alert = components['schemas']['Alert']
export type Silence = components['schemas']['Silence']
export type SilencePreview = components['schemas']['SilencePreview']

/** Matchers that one group may have. */
const MATCHERS_MAX = 20

/** Writes matchers for this alert, and for others with the same name, location and labels. */
export function matchOf({ name, server, database, object, labels }: Alert): string {
  const fields: readonly (readonly [field: string, value: string | null])[] = [
    ['name', name],
    ['server', server.name],
    ['database', database],
    ['object', object.name],
    ...Object.entries(labels).map(([label, value]) => [`label.${label}`, value] as const),
  ]
  // Labels with other characters cannot stand in matchers.
  return fields
    .filter(([field, value]) => value !== null && value !== '' && /^[^\s{}!=~,"'`\\]+$/u.test(field))
    .slice(0, MATCHERS_MAX)
    .map(([field, value]) => `${field}=${quoted(value ?? '')}`)
    .join(', ')
}

const HOUR_MS = 3_600_000
const WEEK_MS = 168 * HOUR_MS

/** A silence may end soon, or may have been forgotten. */
export function noticeOf(silence: Silence, now: number): 'ends_soon' | 'idle' | undefined {
  if (silence.state !== 'active') return undefined
  if (Date.parse(silence.ends_at) - now < HOUR_MS) return 'ends_soon'
  const since = Math.max(Date.parse(silence.starts_at), Date.parse(silence.last_held_at ?? silence.starts_at))
  return since <= now - WEEK_MS ? 'idle' : undefined
}

/** The common fields of silences and maintenance windows. */
export interface HoldDraft {
  readonly match: string
  /** Confirms that everything is held. */
  readonly everything: boolean
  /** Empty: all webhooks. */
  readonly webhookIds: readonly number[]
  readonly reason: string
}

/** A silence in the dialog; times are in the reader's zone. */
export interface SilenceDraft extends HoldDraft {
  /** True: the end and the reason alone can still change. */
  readonly hasBegun: boolean
  readonly begins: 'now' | 'at'
  readonly startsAt: string
  /** A duration, or `until` a time. */
  readonly length: string
  readonly endsAt: string
}

/** Drafts a new silence with these matchers and webhooks, or a changed one. */
export function draftOf(
  before: Silence | undefined,
  match = '',
  webhookIds: readonly number[] = [],
): SilenceDraft {
  if (!before) {
    const times = { begins: 'now', startsAt: '', length: '2h', endsAt: '' } as const
    return { match, webhookIds, everything: false, hasBegun: false, ...times, reason: '' }
  }
  return {
    match: before.match,
    everything: before.everything,
    webhookIds: before.webhook_ids ?? [],
    hasBegun: before.state === 'active',
    begins: 'at',
    startsAt: toLocalInput(before.starts_at),
    length: 'until',
    endsAt: toLocalInput(before.ends_at),
    reason: before.reason,
  }
}

/** Returns the body that saves a silence. */
export function bodyOf(draft: SilenceDraft): components['schemas']['NewSilence'] {
  const { hasBegun, begins, length, reason } = draft
  const end = fromLocalInput(draft.endsAt)
  const begin = fromLocalInput(draft.startsAt)
  const times = length === 'until' ? { ...(end !== undefined && { ends_at: end }) } : { for: length }
  const fixed = { ...heldOf(draft), ...(begins === 'at' && begin !== undefined && { starts_at: begin }) }
  return { ...(hasBegun ? {} : fixed), ...times, reason } as components['schemas']['NewSilence']
}

/** Returns the body's members for matchers and webhooks. */
export function heldOf({ match, everything, webhookIds }: HoldDraft) {
  return {
    match,
    ...(everything && { everything }),
    webhook_ids: webhookIds.length === 0 ? null : [...webhookIds],
  }
}

/** Writes `2h` as `2 hours`. */
export function describeLength(length: string): string {
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(length) ?? []
  return unit === '' ? length : `${count} ${UNITS[unit]}${count === '1' ? '' : 's'}`
}

const UNITS: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' }
