import type { Author } from '../domain/audit/audit.ts'
import type { SilenceId, WindowId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { PageRequest } from '../domain/page.ts'
import type { Announced, DueAnnouncement } from '../domain/window/announcement.ts'
import type { MaintenanceWindow, NewWindow, WindowEdit, WindowSeen } from '../domain/window/window.ts'

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
