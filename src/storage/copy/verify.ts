import { holdable, type CopyOptions, type CopyStep } from './copy.ts'
import { CopyRefusal, type CopySource } from './ends.ts'
import type { Row } from './row.ts'
import { addToChecksum, canonicalText, compareKeys, describeKey, EMPTY_CHECKSUM, keyOf } from './row.ts'
import { COPIED_TABLES, COUNTED_TABLES, type CopiedTable, type TableName } from './tables.ts'

export interface Counted {
  readonly rows: number
  readonly checksum: string
}

export interface TableCheck {
  readonly table: TableName
  readonly source: Counted
  readonly target: Counted
  /** Rows with U+FFFD for U+0000 in the target. */
  readonly replaced: number
  /** The first row that differs; null: all are the same. */
  readonly difference: string | null
}

export interface Verification {
  readonly tables: readonly TableCheck[]
  readonly others: readonly string[]
  readonly isSame: boolean
}

/** Compares all rows of both databases. */
export async function verifyAll(options: CopyOptions): Promise<Verification> {
  const tables: TableCheck[] = []
  for (const table of COPIED_TABLES) {
    const rowsTotal = await options.source.countRows(table)
    tables.push(await verifyTable(table, rowsTotal, options))
  }
  const [before, after] = await Promise.all([options.source.readCounters(), options.target.readCounters()])
  const moved = COUNTED_TABLES.filter((name) => before[name] !== after[name])
  const others = moved.map(
    (name) => `the last id of ${name} is ${before[name]} in the source and ${after[name]} in the target`,
  )
  const isSame = moved.length === 0 && tables.every(({ difference }) => difference === null)
  return { tables, others, isSame }
}

async function verifyTable(
  table: CopiedTable,
  rowsTotal: number,
  { source, target, onStep, stop }: CopyOptions,
): Promise<TableCheck> {
  const step = (rows: number): CopyStep => ({ phase: 'verify', table: table.name, rows, rowsTotal })
  const given = new RowReader(source, table, target)
  const found = new RowReader(target, table, target)
  const sums = { source: new Sum(), target: new Sum() }
  let difference: string | null = null
  try {
    onStep(step(0))
    for (;;) {
      if (given.isEmpty) {
        if (stop.aborted) throw new CopyRefusal('Interrupted; the comparison is not complete.')
        await given.fill()
        onStep(step(sums.source.rows))
      }
      if (found.isEmpty) await found.fill()
      const one = given.take()
      const other = found.take()
      if (!one && !other) break
      const oneText = one && sums.source.add(one)
      const otherText = other && sums.target.add(other)
      if (oneText !== otherText) difference ??= describeDifference(table, one, other)
    }
  } finally {
    await Promise.all([given.close(), found.close()])
  }
  return {
    table: table.name,
    source: sums.source.counted,
    target: sums.target.counted,
    replaced: given.replaced,
    difference,
  }
}

class Sum {
  rows = 0
  #checksum = EMPTY_CHECKSUM

  add(row: Row): string {
    const text = canonicalText(row)
    this.rows += 1
    this.#checksum = addToChecksum(this.#checksum, text)
    return text
  }

  get counted(): Counted {
    return { rows: this.rows, checksum: this.#checksum }
  }
}

class RowReader {
  readonly #batches: ReturnType<CopySource['read']>
  readonly #target: Pick<CopySource, 'engine'>
  #batch: readonly Row[] = []
  #at = 0
  #isDone = false
  replaced = 0

  constructor(end: CopySource, table: CopiedTable, target: Pick<CopySource, 'engine'>) {
    this.#batches = end.read(table, null)
    this.#target = target
  }

  get isEmpty(): boolean {
    return !this.#isDone && this.#at === this.#batch.length
  }

  async fill(): Promise<void> {
    const { value, done } = await this.#batches.next()
    this.#isDone = done === true
    const { rows, count } = holdable(value ?? [], this.#target)
    this.#batch = rows
    this.#at = 0
    this.replaced += count
  }

  take(): Row | undefined {
    const row = this.#batch[this.#at]
    if (row) this.#at += 1
    return row
  }

  async close(): Promise<void> {
    await this.#batches.return(undefined)
  }
}

/** Names columns, never their contents, which may be secret. */
function describeDifference(table: CopiedTable, one: Row | undefined, other: Row | undefined): string {
  const isMissing = one && (!other || compareKeys(keyOf(table, one), keyOf(table, other)) < 0)
  if (isMissing) return `${describeKey(table, one)} is missing in the target`
  const isExtra = other && (!one || compareKeys(keyOf(table, one), keyOf(table, other)) > 0)
  if (isExtra) return `${describeKey(table, other)} is in the target only`
  const columns = Object.keys(table.columns).filter((_, index) => one?.[index] !== other?.[index])
  return `${describeKey(table, one ?? [])} differs in ${columns.join(', ')}`
}
