import { CURSOR_FAILURE_MAX, type SourceCursor } from '../../domain/source/source-cursor.ts'
import type { Instant } from '../../domain/instant.ts'

export interface SourceCursorRow {
  readonly source: string
  readonly name: string
  readonly position: number | null
  readonly checked_at: Instant
  readonly failure: string | null
  readonly failing_since: number | null
}

export function toSourceCursor(row: SourceCursorRow): SourceCursor {
  return {
    source: row.source,
    name: row.name,
    position: row.position,
    checkedAt: row.checked_at,
    failure: row.failure,
    failingSince: row.failing_since,
  }
}

export function cutFailure(failure: string): string {
  return failure.slice(0, CURSOR_FAILURE_MAX).toWellFormed()
}
