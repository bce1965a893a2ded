import type { InstallationId, WebhookId } from '../../domain/ids.ts'
import type { Key, Row } from './row.ts'
import type { CopiedTable, Counters, TableName } from './tables.ts'

/** A database that is read table by table, whatever its engine. */
export interface CopySource {
  readonly engine: 'sqlite' | 'postgres'
  /** The name for people, without a password. */
  readonly name: string
  /** Equal for two names of one database. */
  readonly identity: string
  /** Returns batches of rows after the key, in the order of keys; null: all rows. */
  read(table: CopiedTable, after: Key | null): AsyncGenerator<readonly Row[], undefined>
  countRows(table: CopiedTable): Promise<number>
  readCounters(): Promise<Counters>
  /** Returns about the size in bytes. */
  readSize(): Promise<number>
  /** Rejects with a CopyRefusal if something cannot be carried to the other engine. */
  checkContents(target: CopySource['engine']): Promise<void>
  /** Returns undefined if no copy into it is under way. */
  readRecord(): Promise<CopyRecord | undefined>
  close(): Promise<void>
}

/** The record before and after the rows. */
export interface RecordStep {
  readonly from: CopyRecord
  readonly to: CopyRecord
}

/** A database to fill. Each method is one transaction. */
export interface CopyTarget extends CopySource {
  /** Removes what every new database has, and writes the record. */
  begin(record: CopyRecord): Promise<void>
  /** Rejects, and writes nothing, if the record is not `step.from`: another process copies. */
  write(table: CopiedTable, rows: readonly Row[], step: RecordStep): Promise<void>
  writeCounters(counters: Counters): Promise<void>
  /** Removes the record, so that the database may be used. */
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

/** Refuses webhooks whose deliveries still follow a change. */
export function refuseCatchingUp(webhookIds: readonly WebhookId[], name: string): void {
  if (webhookIds.length === 0) return
  throw new CopyRefusal(
    `In ${name} not all deliveries have followed the last change of their webhooks (${webhookIds.join(', ')}).`,
    ['Start a node on it for a minute, stop it, and copy then.'],
  )
}

/** A target is prepared for filling; the others are only read. */
export type Purpose = 'source' | 'target' | 'inspect'

/** Throws unless the database has the schema of this release. */
export function checkVersion(name: string, found: number, known: number): void {
  if (found === known) return
  if (found === 0) throw new NothingThere(`${name} holds no database of Tocsin.`)
  if (found < known) {
    throw new CopyRefusal(`${name} has schema version ${found}, and this release works with ${known}.`, [
      `Bring it up to date first, with \`tocsin migrate\` and its address in TOCSIN_DATABASE; make a backup before.`,
    ])
  }
  throw new CopyRefusal(
    `${name} has schema version ${found}, and this release knows versions up to ${known}: it was used by a newer release.`,
    ['Copy with that one.'],
  )
}

/** The key in `meta` of an unfinished copy's record. */
export const RECORD_KEY = 'copy'

export interface TableProgress {
  readonly rows: number
  readonly checksum: string
  readonly lastKey: Key
  /** Rows in which U+0000 was replaced. */
  readonly replaced: number
}

/** The record of a copy in its target, written with each batch, so that a killed copy can continue. */
export interface CopyRecord {
  readonly installationId: InstallationId
  /** The source, for people. */
  readonly from: string
  /** The rows of the source when the copy began; if they differ, it was used since. */
  readonly totals: Readonly<Record<TableName, number>>
  readonly counters: Counters
  readonly tables: Readonly<Partial<Record<TableName, TableProgress>>>
}

export function toStepText({ from, to }: RecordStep): { readonly from: string; readonly to: string } {
  return { from: JSON.stringify(from), to: JSON.stringify(to) }
}

/** Undefined stays undefined. */
export function parseRecord(text: string | undefined): CopyRecord | undefined {
  return text === undefined ? undefined : JSON.parse(text)
}

/** Throws if a copy into the database is unfinished. Call it before working with a database. */
export function refuseUnfinishedCopy(recordText: string | undefined): void {
  const record = parseRecord(recordText)
  if (!record) return
  throw new Error(
    `The database is an unfinished copy of ${record.from}. Give the same \`tocsin copy\` again: it goes on where it stopped. Or empty the database.`,
  )
}
