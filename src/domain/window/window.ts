import type { SilenceId, WebhookId, WindowId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Confirmed, SilencedJobs } from '../silence/silence.ts'

/** Maintenance windows. */
export const WINDOWS_MAX = 200
/** Characters of the name of a maintenance window. */
export const WINDOW_NAME_CHARACTERS_MAX = 100
/** Days that a maintenance window may name. */
export const WINDOW_DAYS_MAX = 100
/** The shortest time that a maintenance window lasts, in milliseconds. */
export const WINDOW_MS_MIN = 60_000
/** The longest time that a maintenance window lasts, in milliseconds. */
export const WINDOW_MS_MAX = 7 * 86_400_000

/** When a window begins and ends, in the local time of its zone. */
export interface WindowSchedule {
  /** The IANA name, such as `Europe/Berlin`. */
  readonly zone: string
  /** The time of day, such as `22:00`. */
  readonly begins: string
  readonly lastsMs: number
  /** The rule of recurrence (RFC 5545), such as `FREQ=WEEKLY;BYDAY=SU`; null: `days` counts. */
  readonly repeat: string | null
  /** The days on which it begins, such as `2026-12-24`, in order; null: `repeat` counts. */
  readonly days: readonly string[] | null
  /** The day from which the rule counts. */
  readonly firstDay: string
}

/** Silences matching alerts and job runs repeatedly: each occurrence is a silence. */
export interface MaintenanceWindow extends WindowSchedule {
  readonly id: WindowId
  readonly name: string
  /** In the syntax of the `match` of webhooks. */
  readonly match: string
  /** The token or user that saved its matchers, e.g. `token 5`; null: unknown. */
  readonly matchOwner: string | null
  /** The webhooks whose notifications it holds; null: all. */
  readonly webhookIds: readonly WebhookId[] | null
  readonly jobs: SilencedJobs
  readonly reason: string
  /** Days on which it does not occur, in order. */
  readonly except: readonly string[]
  readonly createdBy: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

export type GivenWindow = Omit<
  MaintenanceWindow,
  'id' | 'matchOwner' | 'except' | 'createdBy' | 'createdAt' | 'updatedAt'
> &
  Partial<Pick<MaintenanceWindow, 'except'>>

export interface WindowSeen extends MaintenanceWindow {
  /** The current occurrence's; null: no occurrence is under way. */
  readonly silenceId: SilenceId | null
  /** Starts of occurrences whose silences were ended early. */
  readonly ended: readonly Instant[]
}

export type NewWindow = GivenWindow & Pick<MaintenanceWindow, 'createdBy'> & Confirmed

export type WindowEdit = Partial<GivenWindow> & Confirmed

export interface Occurrence {
  readonly beginsAt: Instant
  /** The first moment after it. */
  readonly endsAt: Instant
}
