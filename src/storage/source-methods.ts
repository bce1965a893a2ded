import type { RaisedAlert } from '../domain/alert/alert.ts'
import type { NodeId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { SourceCursor } from '../domain/source/source-cursor.ts'

/** Most cursors in one result. */
export const CURSORS_LISTED_MAX = 20_000

/** The methods of `Store` (store.ts) for what is known of sources; what holds for all methods holds for these. */
export interface SourceMethods {
  /**
   * Returns the active alerts of a source, or one of them, newest first, without the monitor's details. Reads at most
   * `charactersMax` of what is stored, as a list does.
   */
  listRaised(filter: RaisedFilter, page: PageRequest): Promise<Page<RaisedAlert>>

  findSourceCursor(source: string, name: string): Promise<SourceCursor | undefined>

  /**
   * Lists the cursors of a source whose names begin with `prefix`, in the order of creation; at most
   * `CURSORS_LISTED_MAX`.
   */
  listSourceCursors(source: string, prefix: string): Promise<readonly SourceCursor[]>

  /**
   * Sets how far sources have been read: only ever forward, an older position than the one that is there changes
   * nothing of it. Null keeps it where it is. Either way it was checked now, and what had failed before is over. All or
   * none.
   */
  writeSourceCursors(cursors: readonly NewSourceCursor[], now: Instant): Promise<void>

  /** Removes the cursors with these names; others of the source stay. */
  deleteSourceCursors(source: string, names: readonly string[]): Promise<void>

  /** Notes that it did not go well; the position stays. The failure is cut to `CURSOR_FAILURE_MAX`. */
  noteSourceFailure(
    failed: { readonly source: string; readonly name: string; readonly failure: string },
    now: Instant,
  ): Promise<void>

  /**
   * Locks a source for one node at a time, such as for polling a scheduler's database: returns true if `holder` has it
   * until `until`, because no other node has it at `now`. The holder keeps it by asking again, and releases it by an
   * `until` that is not after `now`. A node that dies has it until then; a lock that reaches further ahead than it can
   * (`SOURCE_LOCKS_APART_MS_MAX`) locks nothing.
   */
  lockSource(hold: {
    readonly source: string
    readonly holder: NodeId
    readonly now: Instant
    readonly until: Instant
  }): Promise<boolean>
}

export interface RaisedFilter {
  readonly source: string
  readonly key?: string
}

export interface NewSourceCursor {
  readonly source: string
  /** The name, at most `CURSOR_NAME_MAX` characters. */
  readonly name: string
  readonly position: number | null
}
