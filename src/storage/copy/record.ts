import type { Key } from './row.ts'
import type { Counters, TableName } from './tables.ts'
import type { InstallationId } from '../../domain/ids.ts'

/**
 * Where the record of an unfinished copy is kept in the target: beside what it is about, and gone when that is done.
 */
export const RECORD_KEY = 'copy'

/** How far one table has come. */
export interface TableProgress {
  readonly rows: number
  readonly checksum: string
  readonly lastKey: Key
  /** Rows in which U+0000 was replaced. */
  readonly replaced: number
}

/**
 * What a copy remembers in its target. Written in the transaction of each batch, so that a copy that was killed goes on
 * with the next row.
 */
export interface CopyRecord {
  readonly installationId: InstallationId
  /** For people. */
  readonly from: string
  /** What the source had when the copy began: with something else there it has been used meanwhile. */
  readonly totals: Readonly<Record<TableName, number>>
  readonly counters: Counters
  readonly tables: Readonly<Partial<Record<TableName, TableProgress>>>
}

export function toRecordText(record: CopyRecord): string {
  return JSON.stringify(record)
}

/** Of a text that `toRecordText` made. */
export function parseRecord(text: string): CopyRecord {
  return JSON.parse(text)
}

/** For everything that opens a database to work with it: throws if only a part of it is there yet. */
export function refuseUnfinishedCopy(recordText: string | undefined): void {
  if (recordText === undefined) return
  throw new Error(
    `The database is an unfinished copy of ${parseRecord(recordText).from}. Give the same \`tocsin copy\` again: it goes on where it stopped. Or empty the database.`,
  )
}
