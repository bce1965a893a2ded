import type { Author, When } from '../domain/audit/audit.ts'
import type { Claim } from '../domain/delivery/delivery.ts'
import type { SilenceId, WindowId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { PageRequest } from '../domain/page.ts'
import type {
  NewSilence,
  Silence,
  SilenceEdit,
  SilenceSeen,
  SilenceState,
} from '../domain/silence/silence.ts'
import type { Announced, DueAnnouncement } from '../domain/window/announcement.ts'
import type { MaintenanceWindow, NewWindow, WindowEdit, WindowSeen } from '../domain/window/window.ts'

/** Methods of the store for silences. */
export interface SilenceMethods {
  /**
   * Creates a silence. `invalid_request` with every mistake (`validateSilence`), and for unknown webhooks;
   * `conflict` above `LIVE_SILENCES_MAX`.
   */
  createSilence(silence: NewSilence, now: Instant, by?: Author): Promise<Silence>

  /** Changes a silence (`editSilence`). `not_found`; `conflict` for one that has ended. */
  changeSilence(id: SilenceId, edit: SilenceEdit, when: When): Promise<Silence>

  /** Ends a silence now, so that what it held is sent. `not_found`; `conflict` for one that has ended. */
  endSilence(id: SilenceId, when: When): Promise<Silence>

  findSilence(id: SilenceId): Promise<SilenceSeen | undefined>

  /** Lists silences in these states, by default all, newest first (by id). */
  listSilences(
    filter: { readonly states?: readonly SilenceState[]; readonly now: Instant },
    page: PageRequest,
  ): Promise<readonly SilenceSeen[]>

  /** Lists the silences that were active at that moment, by id. */
  listSilencesAt(at: Instant): Promise<readonly Silence[]>

  /**
   * Gives back claims that a silence covers, with all unfinished deliveries of their alerts to the same
   * webhook; `createMissingDeliveries` then decides what is held. Skips lost leases.
   */
  holdClaims(claims: readonly Claim[], now: Instant): Promise<void>

  /**
   * Moves active silences that end after a length by a step of the clock, so that they keep it. After a step
   * back, ended silences stay ended, those never seen active begin again, and windows are checked again. A
   * step that another node noted within the last minute changes nothing. `stepMs` 0: a process starts, and
   * finds a step back by when reports could last come in.
   */
  stepSilences(step: { readonly now: Instant; readonly stepMs: number }): Promise<void>

  /**
   * Notes which silences have begun; those that lie ahead again, because the clock was set back, last for
   * their length from now. Makes due what ended or not yet begun silences held, at most `limit` alerts.
   * Returns how many alerts and silences it changed.
   */
  releaseSilenced(step: { readonly now: Instant; readonly limit: number }): Promise<number>
}

/** Methods of the store for maintenance windows. */
export interface WindowMethods {
  /**
   * Creates a maintenance window, and the silences of what begins within a day. `invalid_request` with every
   * mistake (`validateWindow`), and for unknown webhooks; `conflict` above `WINDOWS_MAX` and for a taken
   * name.
   */
  createWindow(window: NewWindow, now: Instant, by?: Author): Promise<MaintenanceWindow>

  /**
   * Changes a maintenance window (`editWindow`). If that changes what the occurrence under way holds, its
   * silence ends, and another begins if the new schedule is under way. `not_found`; `conflict` for a taken
   * name.
   */
  changeWindow(id: WindowId, edit: WindowEdit, when: When): Promise<MaintenanceWindow>

  /**
   * Skips the occurrence that begins on a day: it holds nothing, and its silence ends if it is under way.
   * `not_found`; `invalid_request` if none begins on that day.
   */
  skipOccurrence(id: WindowId, day: string, when: When): Promise<MaintenanceWindow>

  /**
   * Has the occurrence that begins on a day hold again, whether it was skipped or its silence was ended.
   * `not_found`; `invalid_request` if none begins on that day.
   */
  restoreOccurrence(id: WindowId, day: string, when: When): Promise<MaintenanceWindow>

  /**
   * Deletes a maintenance window. The silence of the occurrence under way ends, and what it held is sent.
   * `not_found`.
   */
  deleteWindow(id: WindowId, when: When): Promise<void>

  findWindow(id: WindowId, now: Instant): Promise<WindowSeen | undefined>

  /** Lists windows, newest first (by id). */
  listWindows(now: Instant, page: PageRequest): Promise<readonly WindowSeen[]>

  /**
   * Creates the silences of what begins within a day, for at most `limit` windows; not for an occurrence
   * whose silence somebody ended. Returns how many windows it checked.
   */
  createWindowSilences(step: { readonly now: Instant; readonly limit: number }): Promise<number>
}

export interface AnnouncementMethods {
  /** Lists occurrences whose begin or end is to be announced, the one that began first before the others. */
  listAnnouncements(due: {
    readonly now: Instant
    readonly limit: number
  }): Promise<readonly DueAnnouncement[]>

  /** Notes what was announced of the occurrence with this silence. */
  noteAnnounced(id: SilenceId, announced: Announced): Promise<void>
}
