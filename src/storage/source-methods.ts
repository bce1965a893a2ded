import type { RaisedAlert } from '../domain/alert/alert.ts'
import type { NodeId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Page, PageRequest } from '../domain/page.ts'
import type { SourceCursor } from '../domain/source/source-cursor.ts'

/** Cursors in one result. */
export const CURSORS_LISTED_MAX = 20_000

/** Methods of the store for sources. */
export interface SourceMethods {
  /**
   * Returns the active alerts of a source, or one of them, newest first, without the monitor's details. Reads
   * at most `charactersMax` of stored text.
   */
  listRaised(filter: RaisedFilter, page: PageRequest): Promise<Page<RaisedAlert>>

  findSourceCursor(source: string, name: string): Promise<SourceCursor | undefined>

  /** Lists the cursors of a source whose names begin with `prefix`, by creation, at most `CURSORS_LISTED_MAX`. */
  listSourceCursors(source: string, prefix: string): Promise<readonly SourceCursor[]>

  /**
   * Moves cursors forward, never back; null keeps a position. Each is noted as checked now, and its failure
   * as over. All or none.
   */
  writeSourceCursors(cursors: readonly NewSourceCursor[], now: Instant): Promise<void>

  /** Removes the cursors with these names. */
  deleteSourceCursors(source: string, names: readonly string[]): Promise<void>

  /** Notes a failure, cut to `CURSOR_FAILURE_MAX`; the position stays. */
  noteSourceFailure(
    failed: { readonly source: string; readonly name: string; readonly failure: string },
    now: Instant,
  ): Promise<void>

  /**
   * Locks a source for one node, such as for polling a scheduler's database. Returns true if `holder` has it
   * until `until`, because no other node has it at `now`. The holder renews by calling again, and releases by
   * an `until` not after `now`. A dead node keeps it until then; a lock further ahead than
   * `SOURCE_LOCKS_APART_MS_MAX` locks nothing.
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
  /** At most `CURSOR_NAME_MAX` characters. */
  readonly name: string
  readonly position: number | null
}
