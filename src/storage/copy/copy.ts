import type { InstallationId } from '../../domain/ids.ts'
import { sealedWith } from '../encryption/secret-box.ts'
import { type CopyRecord, CopyRefusal, type CopySource, type CopyTarget, type TableProgress } from './ends.ts'
import { addToChecksum, canonicalText, EMPTY_CHECKSUM, keyOf, replaceNul, type Row } from './row.ts'
import { COPIED_TABLES, type CopiedTable, type Counters, type TableName } from './tables.ts'

export interface CopyStep {
  readonly phase: 'copy' | 'verify'
  readonly table: TableName
  readonly rows: number
  readonly rowsTotal: number
}

export interface CopyOptions {
  readonly source: CopySource
  readonly target: CopyTarget
  readonly onStep: (step: CopyStep) => void
  /** Stops after the current batch; the same call continues there. */
  readonly stop: AbortSignal
}

export type Totals = Readonly<Record<TableName, number>>

export type TargetState = 'empty' | 'unfinished'

/**
 * Copies everything into an empty database, or continues. The target cannot be used before its `finish`.
 * Rejects with a CopyRefusal if either database is not fit.
 */
export async function copyAll(options: CopyOptions): Promise<CopyRecord> {
  const { source, target, stop } = options
  let record = await begin(source, target)
  for (const table of COPIED_TABLES) {
    for await (const next of copyTable(table, record, options)) {
      record = next
      if (stop.aborted) {
        throw new CopyRefusal('Interrupted; what was copied stays.', [
          'Give the same command again: it goes on.',
        ])
      }
    }
  }
  await target.writeCounters(record.counters)
  return record
}

/** Throws a CopyRefusal if the target is neither empty nor an unfinished copy of this source. */
export async function inspectTarget(source: CopySource, target: CopySource): Promise<TargetState> {
  if (source.identity === target.identity) {
    throw new CopyRefusal('Source and target are the same database.')
  }
  const record = await target.readRecord()
  if (record) {
    if (record.installationId === (await installationIdOf(source))) return 'unfinished'
    throw new CopyRefusal(`${target.name} holds an unfinished copy of another database (${record.from}).`, [
      'Finish that one, or give an empty database.',
    ])
  }
  for (const table of COPIED_TABLES) {
    // A new database has an id of its own, which is forgotten.
    if (table.name === 'meta' || !(await hasRows(target, table))) continue
    throw new CopyRefusal(`${target.name} is not empty: it has ${table.name}.`, [
      'Give an empty database; nothing is ever written over.',
    ])
  }
  return 'empty'
}

export async function countAll(source: CopySource): Promise<Totals> {
  const counts: Partial<Record<TableName, number>> = {}
  for (const table of COPIED_TABLES) counts[table.name] = await source.countRows(table)
  return counts as Totals
}

async function begin(source: CopySource, target: CopyTarget): Promise<CopyRecord> {
  await refuseUnfit(source, target)
  const state = await inspectTarget(source, target)
  const totals = await countAll(source)
  const counters = await source.readCounters()
  const known = state === 'unfinished' ? await target.readRecord() : undefined
  if (!known) {
    const installationId = await installationIdOf(source)
    const record = { installationId, from: source.name, totals, counters, tables: {} }
    await target.begin(record)
    return record
  }
  if (!isSame(known.totals, totals) || !isSame(known.counters, counters)) {
    throw new CopyRefusal(`${source.name} has been used since the copy into ${target.name} began.`, [
      'What was copied does not fit any more: empty the target, and copy anew.',
    ])
  }
  return known
}

async function refuseUnfit(source: CopySource, target: CopySource): Promise<void> {
  if (await source.readRecord()) {
    throw new CopyRefusal(`${source.name} is itself an unfinished copy.`, ['Finish that one first.'])
  }
  await source.checkContents(target.engine)
}

/** Yields the record in the target after each batch. */
async function* copyTable(
  table: CopiedTable,
  begun: CopyRecord,
  { source, target, onStep }: CopyOptions,
): AsyncGenerator<CopyRecord, undefined> {
  let record = begun
  const progress = begun.tables[table.name]
  const rowsTotal = begun.totals[table.name]
  const report = (rows: number) => onStep({ phase: 'copy', table: table.name, rows, rowsTotal })
  report(progress?.rows ?? 0)
  const batches = source.read(table, progress?.lastKey ?? null)
  try {
    let coming = batches.next()
    for (;;) {
      const { value: found, done } = await coming
      if (done) return
      coming = batches.next()
      coming.catch(() => undefined)
      const { rows, count } = holdable(found, target)
      const next = advance(record.tables[table.name], table, rows, count)
      const to = { ...record, tables: { ...record.tables, [table.name]: next } }
      await target.write(table, rows, { from: record, to })
      record = to
      report(next.rows)
      yield record
    }
  } finally {
    await batches.return(undefined)
  }
}

/** Returns the rows in a form that the target can hold. */
export function holdable(
  rows: readonly Row[],
  target: Pick<CopySource, 'engine'>,
): { readonly rows: readonly Row[]; readonly count: number } {
  return target.engine === 'postgres' ? replaceNul(rows) : { rows, count: 0 }
}

function advance(
  before: TableProgress | undefined,
  table: CopiedTable,
  rows: readonly Row[],
  replaced: number,
): TableProgress {
  let checksum = before?.checksum ?? EMPTY_CHECKSUM
  for (const row of rows) checksum = addToChecksum(checksum, canonicalText(row))
  const last = rows.at(-1) ?? []
  return {
    rows: (before?.rows ?? 0) + rows.length,
    checksum,
    lastKey: keyOf(table, last),
    replaced: (before?.replaced ?? 0) + replaced,
  }
}

async function hasRows(source: CopySource, table: CopiedTable): Promise<boolean> {
  for await (const _ of source.read(table, null)) return true
  return false
}

async function installationIdOf(source: CopySource): Promise<InstallationId> {
  const [meta] = COPIED_TABLES
  if (meta) {
    for await (const rows of source.read(meta, null)) {
      const found = rows.find(([key]) => key === 'installation_id')
      if (found) return String(found[1])
    }
  }
  throw new CopyRefusal(`${source.name} has never been used by a service: there is nothing to copy.`)
}

function isSame(one: Totals | Counters, other: Totals | Counters): boolean {
  return JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())
}

/** Columns with values that the operator's keys open (webhook-seals.ts, history-seals.ts). */
const SEALED: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  meta: ['value'],
  webhooks: ['url', 'payload_template', 'clear_request', 'tls', 'signing_secrets'],
  webhook_headers: ['value'],
}

/** Counts the stored values under each key, by its id. */
export async function findNeededKeys(source: CopySource): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const table of COPIED_TABLES) {
    const names = Object.keys(table.columns)
    const indexes = (SEALED[table.name] ?? []).map((name) => names.indexOf(name))
    if (indexes.length === 0) continue
    for await (const rows of source.read(table, null)) {
      for (const row of rows) {
        for (const index of indexes) {
          const keyId = sealedWith(String(row[index] ?? ''))
          if (keyId !== null) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
        }
      }
    }
  }
  return counts
}
