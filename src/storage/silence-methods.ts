import type { Author } from '../domain/audit/audit.ts'
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

/** Methods that keep silences; store.ts says what all methods promise. */
export interface SilenceMethods {
  /**
   * Creates a silence. `invalid_request` with every mistake (`validateSilence`), and for webhooks that do not exist;
   * `conflict` above `LIVE_SILENCES_MAX`.
   */
  createSilence(silence: NewSilence, now: Instant, by?: Author): Promise<Silence>

  /** Changes a silence that has not ended (`editSilence`). `not_found`; `conflict` for one that has ended. */
  changeSilence(
    id: SilenceId,
    edit: SilenceEdit,
    when: { readonly now: Instant; readonly by?: Author },
  ): Promise<Silence>

  /** Ends a silence now: what it held is sent. `not_found`; `conflict` for one that has ended. */
  endSilence(id: SilenceId, when: { readonly now: Instant; readonly by?: Author }): Promise<Silence>

  findSilence(id: SilenceId): Promise<SilenceSeen | undefined>

  /** Newest first (by id), those in one of these states; without states: all. */
  listSilences(
    filter: { readonly states?: readonly SilenceState[]; readonly now: Instant },
    page: PageRequest,
  ): Promise<readonly SilenceSeen[]>

  /** Returns all silences that were active at that moment, by id. */
  listSilencesAt(at: Instant): Promise<readonly Silence[]>

  /**
   * Takes back claims that a silence covers, with everything else that is left of their alerts for the same webhook.
   * The next step of `createMissingDeliveries` decides what is held. Lost leases are passed over.
   */
  holdClaims(claims: readonly Claim[], now: Instant): Promise<void>

  /**
   * Moves the silences whose end was given as a length, and that were active, by a step of the clock: they end
   * after that length. After a step back, what had ended before it stays ended, what was passed by is still to
   * begin, and windows are checked again. A step that another node has noted within the last minute changes
   * nothing. `stepMs` 0: a process starts, which finds a step back by when reports could come in last.
   */
  stepSilences(step: { readonly now: Instant; readonly stepMs: number }): Promise<void>

  /**
   * Notes which silences have begun, and ends those that a clock that was set back shows before their begin after their
   * length at the latest. Makes due what silences held that have ended, or have not begun, at most `limit` alerts.
   * Returns how many alerts and silences it changed.
   */
  releaseSilenced(step: { readonly now: Instant; readonly limit: number }): Promise<number>
}

/** Methods that keep maintenance windows; store.ts says what all methods promise. */
export interface WindowMethods {
  /**
   * Creates a maintenance window, and the silences of what begins within a day. `invalid_request` with every mistake
   * (`validateWindow`), and for webhooks that do not exist; `conflict` above `WINDOWS_MAX` and for a name that another
   * one has.
   */
  createWindow(window: NewWindow, now: Instant, by?: Author): Promise<MaintenanceWindow>

  /**
   * Changes a maintenance window (`editWindow`). Where the edit changes what the occurrence under way holds, its
   * silence ends, and another one begins if the window is under way by its new schedule. `not_found`; `conflict` for a
   * name that another one has.
   */
  changeWindow(
    id: WindowId,
    edit: WindowEdit,
    when: { readonly now: Instant; readonly by?: Author },
  ): Promise<MaintenanceWindow>

  /**
   * Skips the occurrence of a window that begins on a day: it holds nothing; if it is under way, its silence ends.
   * `not_found`; `invalid_request` if none begins on that day.
   */
  skipOccurrence(
    id: WindowId,
    day: string,
    when: { readonly now: Instant; readonly by?: Author },
  ): Promise<MaintenanceWindow>

  /**
   * Has the occurrence of a window that begins on a day hold again, whether it was skipped or its silence was ended.
   * `not_found`; `invalid_request` if none begins on that day.
   */
  restoreOccurrence(
    id: WindowId,
    day: string,
    when: { readonly now: Instant; readonly by?: Author },
  ): Promise<MaintenanceWindow>

  /** Deletes a maintenance window. The silence of the occurrence under way ends; what it held is sent. `not_found`. */
  deleteWindow(id: WindowId, when: { readonly now: Instant; readonly by?: Author }): Promise<void>

  findWindow(id: WindowId, now: Instant): Promise<WindowSeen | undefined>

  /** Newest first (by id). */
  listWindows(now: Instant, page: PageRequest): Promise<readonly WindowSeen[]>

  /**
   * Creates the silences of what begins within a day, for at most `limit` windows. An occurrence whose silence was
   * ended by hand gets no other one. Returns how many windows it checked.
   */
  createWindowSilences(step: { readonly now: Instant; readonly limit: number }): Promise<number>
}

/** Methods that keep what webhooks were sent about the occurrences of maintenance windows. */
export interface AnnouncementMethods {
  /** Lists occurrences whose begin or end is to be announced, the one that began first before the others. */
  listAnnouncements(due: {
    readonly now: Instant
    readonly limit: number
  }): Promise<readonly DueAnnouncement[]>

  /** Notes what was announced of the occurrence with this silence. */
  noteAnnounced(id: SilenceId, announced: Announced): Promise<void>
}
