import type { Key } from './row.ts'
import type { Counters, TableName } from './tables.ts'
import type { InstallationId } from '../../domain/ids.ts'

/**
 * Where the record of an unfinished copy is kept in the target: beside what it is about, and gone when that is done.
 */
export const RECORD_KEY = 'copy'

/** The progress of one table. */
export interface TableProgress {
  readonly rows: number
  readonly checksum: string
  readonly lastKey: Key
  /** Rows in which U+0000 was replaced. */
  readonly replaced: number
}

/**
 * The record of a copy in its target. Written in the transaction of each batch, so that a copy that was killed goes on
 * with the next row.
 */
export interface CopyRecord {
  readonly installationId: InstallationId
  /** The source, for people. */
  readonly from: string
  /** The rows of the source when the copy began: with other numbers it was used in the meantime. */
  readonly totals: Readonly<Record<TableName, number>>
  readonly counters: Counters
  readonly tables: Readonly<Partial<Record<TableName, TableProgress>>>
}

export function toRecordText(record: CopyRecord): string {
  return JSON.stringify(record)
}

/** Parses a text that `toRecordText` made. */
export function parseRecord(text: string): CopyRecord {
  return JSON.parse(text)
}

/** Throws if only a part of the database is there yet; for everything that opens a database to work with it. */
export function refuseUnfinishedCopy(recordText: string | undefined): void {
  if (recordText === undefined) return
  throw new Error(
    `The database is an unfinished copy of ${parseRecord(recordText).from}. Give the same \`tocsin copy\` again: it goes on where it stopped. Or empty the database.`,
  )
}
