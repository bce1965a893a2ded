import type { SilenceId, WebhookId, WindowId } from '../ids.ts'
import type { Instant } from '../instant.ts'

export interface Confirmed {
  readonly everything?: boolean | undefined
}

/** Characters of the reason of a silence. */
export const SILENCE_REASON_CHARACTERS_MAX = 1000
/** Webhooks that a silence may name. */
export const SILENCE_WEBHOOKS_MAX = 100
/** Silences that have not ended. */
export const LIVE_SILENCES_MAX = 1000

export const SILENCED_JOBS = ['hold', 'notify_failures'] as const
/** Whether a silence holds all job runs, or only those that succeeded. */
export type SilencedJobs = (typeof SILENCED_JOBS)[number]

/**
 * Holds notifications of matching alerts and job runs while it is active. Clears of notified alerts pass; at its end
 * receivers get the current state if it differs from what they were sent.
 */
export interface Silence {
  readonly id: SilenceId
  /** In the syntax of the `match` of webhooks. */
  readonly match: string
  /** The token or user that saved its matchers, e.g. `token 5`; null: unknown. */
  readonly matchOwner: string | null
  /** The webhooks whose notifications it holds; null: all. */
  readonly webhookIds: readonly WebhookId[] | null
  readonly startsAt: Instant
  /** The first moment at which it holds nothing any more. */
  readonly endsAt: Instant
  readonly jobs: SilencedJobs
  readonly reason: string
  /** The maintenance window whose occurrence it is. */
  readonly windowId: WindowId | null
  readonly createdBy: string
  /** The token or user that named `createdBy`; null: `createdBy` created it. */
  readonly createdThrough: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** When it last held a notification, to the minute. */
  readonly lastHeldAt: Instant | null
  /** Stays true if the clock is set back before its start. */
  readonly hasBegun: boolean
  /** The end was given as a length, which counts even if the clock is set. */
  readonly hasLength: boolean
}

/** A silence with the number of notifications that it holds, counted up to a limit. */
export interface SilenceSeen extends Silence {
  readonly heldCount: number
}

export type NewSilence = Pick<
  Silence,
  'match' | 'webhookIds' | 'startsAt' | 'endsAt' | 'reason' | 'createdBy'
> &
  Partial<Pick<Silence, 'createdThrough' | 'hasLength'>> &
  Confirmed

/** Matchers, webhooks and start change only before it starts. */
export type SilenceEdit = Partial<
  Pick<Silence, 'match' | 'webhookIds' | 'startsAt' | 'endsAt' | 'reason' | 'hasLength'>
> &
  Confirmed

export const SILENCE_STATES = ['pending', 'active', 'expired'] as const
/** `pending`: it begins later; `expired`: it has ended. */
export type SilenceState = (typeof SILENCE_STATES)[number]

export function silenceStateOf(
  { startsAt, endsAt, hasBegun }: Pick<Silence, 'startsAt' | 'endsAt' | 'hasBegun'>,
  now: Instant,
): SilenceState {
  if (endsAt <= now) return 'expired'
  return hasBegun || startsAt <= now ? 'active' : 'pending'
}

/** Tells whether it holds notifications of this webhook, if its matchers are met. */
export function isForWebhook({ webhookIds }: Pick<Silence, 'webhookIds'>, webhookId: WebhookId): boolean {
  return webhookIds === null || webhookIds.includes(webhookId)
}

/** `ada (token bot)` if the token bot has named ada. */
export function creatorOf({
  createdBy,
  createdThrough,
}: Pick<Silence, 'createdBy' | 'createdThrough'>): string {
  return createdThrough === null ? createdBy : `${createdBy.trim()} (${createdThrough})`
}

const BY_WINDOW = 'maintenance window '

export function authorOfWindow(name: string): string {
  return `${BY_WINDOW}${name}`
}

/** Returns undefined if it is no occurrence of a maintenance window. */
export function windowNameOf({
  windowId,
  createdBy,
}: Pick<Silence, 'windowId' | 'createdBy'>): string | undefined {
  return windowId === null ? undefined : createdBy.slice(BY_WINDOW.length)
}

/** A silence that has held nothing for so long was probably forgotten, in milliseconds. */
export const IDLE_SILENCE_MS = 7 * 86_400_000

/** Tells whether an active silence has held nothing for a week. */
export function isIdle(
  { startsAt, lastHeldAt }: { readonly startsAt: Instant; readonly lastHeldAt: Instant | null },
  now: Instant,
): boolean {
  return Math.max(startsAt, lastHeldAt ?? startsAt) <= now - IDLE_SILENCE_MS
}
