import type { components } from '../../api/schema.ts'
import { fromLocalInput } from '../../ui/text/local-time.ts'

/** A silence as the dialog has it; times are those of fields in the reader's zone. */
export interface SilenceDraft {
  readonly match: string
  /** It is meant that everything is held. */
  readonly everything: boolean
  /** None: all webhooks. */
  readonly webhookIds: readonly number[]
  readonly begins: 'now' | 'at'
  readonly startsAt: string
  /** A duration, or `until` a time. */
  readonly length: string
  readonly endsAt: string
  readonly reason: string
}

export const BEGINS = [
  { value: 'now', label: 'Now' },
  { value: 'at', label: 'At a time' },
] as const

export const LENGTHS = [
  { value: '30m', label: '30 minutes' },
  { value: '1h', label: '1 hour' },
  { value: '2h', label: '2 hours' },
  { value: '4h', label: '4 hours' },
  { value: '8h', label: '8 hours' },
  { value: '1d', label: '1 day' },
  { value: '7d', label: '7 days' },
  { value: 'until', label: 'Until a time' },
] as const

export type NewSilence = components['schemas']['NewSilence']

/** Returns the body of the request. Of a silence that has begun only the end and the reason can change. */
export function bodyOf(draft: SilenceDraft, { hasBegun }: { readonly hasBegun: boolean }): NewSilence {
  const { match, everything, webhookIds, begins, length, reason } = draft
  const end = fromLocalInput(draft.endsAt)
  const begin = fromLocalInput(draft.startsAt)
  const times = length === 'until' ? { ...(end !== undefined && { ends_at: end }) } : { for: length }
  const fixed = {
    match,
    ...(everything && { everything }),
    webhook_ids: webhookIds.length === 0 ? null : [...webhookIds],
    ...(begins === 'at' && begin !== undefined && { starts_at: begin }),
  }
  return { ...(hasBegun ? {} : fixed), ...times, reason } as NewSilence
}
