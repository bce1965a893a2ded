import type { Instant } from '../../domain/instant.ts'
import { type RowOf, tableOf, text, whole } from './columns.ts'

const COLUMNS = {
  source: text(),
  name: text(),
  position: whole<number | null>(),
  checked_at: whole<Instant>(),
  failure: text<string | null>(),
  failing_since: whole<Instant | null>(),
}

export const SOURCE_CURSORS = tableOf(COLUMNS)
export type SourceCursorRow = RowOf<typeof COLUMNS>
