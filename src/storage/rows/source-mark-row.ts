import { MARK_FAILURE_MAX, type SourceMark } from '../../domain/source/source-mark.ts'
import type { Instant } from '../../domain/instant.ts'

export interface SourceMarkRow {
  readonly source: string
  readonly name: string
  readonly mark: number | null
  readonly checked_at: Instant
  readonly failure: string | null
  readonly failing_since: number | null
}

export function toSourceMark(row: SourceMarkRow): SourceMark {
  return {
    source: row.source,
    name: row.name,
    mark: row.mark,
    checkedAt: row.checked_at,
    failure: row.failure,
    failingSince: row.failing_since,
  }
}

export function cutFailure(failure: string): string {
  return failure.slice(0, MARK_FAILURE_MAX).toWellFormed()
}
