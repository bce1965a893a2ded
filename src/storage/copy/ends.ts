import type { CopyRecord } from './record.ts'
import type { Key, Row } from './row.ts'
import type { CopiedTable, Counters } from './tables.ts'

/** A database that can be read whole, table by table, in the same way whatever its engine is. */
export interface CopySource {
  readonly engine: 'sqlite' | 'postgres'
  /** The name for people, without a password. */
  readonly name: string
  /** Two that are the same are one database. */
  readonly identity: string
  /**
   * Returns batches of rows after the key `after`, in the order of keys, within the limits of row.ts; null: all rows.
   */
  read(table: CopiedTable, after: Key | null): AsyncGenerator<readonly Row[], undefined>
  countRows(table: CopiedTable): Promise<number>
  readCounters(): Promise<Counters>
  /** Returns the size in bytes, about. */
  readSize(): Promise<number>
  /** Rejects with a CopyRefusal if something in it cannot be carried to the other engine, or not as it is now. */
  checkContents(target: CopySource['engine']): Promise<void>
  /** Undefined: no copy into it is under way. */
  readRecord(): Promise<CopyRecord | undefined>
  close(): Promise<void>
}

/** The record as it is, and as it is to be with the rows. */
export interface RecordStep {
  readonly from: CopyRecord
  readonly to: CopyRecord
}

/** A database that can be filled. Each method is one transaction. */
export interface CopyTarget extends CopySource {
  /** Forgets what every new database has of its own, and writes the record. */
  begin(record: CopyRecord): Promise<void>
  /** Rejects, and nothing is written, if the record is not `step.from`: another process is copying. */
  write(table: CopiedTable, rows: readonly Row[], step: RecordStep): Promise<void>
  writeCounters(counters: Counters): Promise<void>
  /** Takes the record away: from now on it may be used. */
  finish(record: CopyRecord): Promise<void>
}

/** The obstacles to a copy, as sentences for people. */
export class CopyRefusal extends Error {
  readonly hints: readonly string[]

  constructor(message: string, hints: readonly string[] = []) {
    super(message)
    this.name = 'CopyRefusal'
    this.hints = hints
  }
}

/** There is not even an empty database. */
export class NothingThere extends CopyRefusal {}

export function raced(name: string): CopyRefusal {
  return new CopyRefusal(`Another process is copying into ${name}; this one stops.`)
}
