import type { SilenceId, WebhookId, WindowId } from '../ids.ts'
import type { Instant } from '../instant.ts'

/** The confirmation of whoever silences everything. */
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
/** Says whether a silence holds all job runs, or only those that succeeded. */
export type SilencedJobs = (typeof SILENCED_JOBS)[number]

/**
 * Holds notifications of the alerts and job runs that its matchers meet, while it is active. The clear of an alert that
 * was notified passes; at the end of the silence, receivers get the current state of alerts if it differs from what
 * they were sent.
 */
export interface Silence {
  readonly id: SilenceId
  /** The text of its matchers, in the syntax of the `match` of webhooks. */
  readonly match: string
  /** The token or user that saved its matchers, e.g. `token 5`; null: unknown. */
  readonly matchOwner: string | null
  /** The webhooks whose notifications it holds; null: those of all webhooks. */
  readonly webhookIds: readonly WebhookId[] | null
  readonly startsAt: Instant
  /** The first moment at which it holds nothing any more. */
  readonly endsAt: Instant
  readonly jobs: SilencedJobs
  readonly reason: string
  /** The maintenance window whose occurrence it is; null: somebody created it. */
  readonly windowId: WindowId | null
  readonly createdBy: string
  /** The token or user through which `createdBy` was named; null: `createdBy` is who created it. */
  readonly createdThrough: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** The moment at which it last held a notification, to the minute; null: it has held none. */
  readonly lastHeldAt: Instant | null
  /** It has begun, also if a clock that was set back since shows a time before its begin. */
  readonly hasBegun: boolean
  /** Its end was given as a length: it ends after that, also if the clock is set. */
  readonly hasLength: boolean
}

/** A silence, with how many notifications it holds now; the count has a limit. */
export interface SilenceSeen extends Silence {
  readonly heldCount: number
}

export type NewSilence = Pick<
  Silence,
  'match' | 'webhookIds' | 'startsAt' | 'endsAt' | 'reason' | 'createdBy'
> &
  Partial<Pick<Silence, 'createdThrough' | 'hasLength'>> &
  Confirmed

/** The changes of a silence; matchers, webhooks and begin change only before it begins. */
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

/** Returns who created a silence: `ada (token bot)` if the token bot has named ada. */
export function creatorOf({
  createdBy,
  createdThrough,
}: Pick<Silence, 'createdBy' | 'createdThrough'>): string {
  return createdThrough === null ? createdBy : `${createdBy.trim()} (${createdThrough})`
}

const BY_WINDOW = 'maintenance window '

/** Returns the author of the silences of a maintenance window. */
export function authorOfWindow(name: string): string {
  return `${BY_WINDOW}${name}`
}

/** Returns the name of the maintenance window that it is an occurrence of; undefined: somebody created it. */
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
