import { hash } from 'node:crypto'
import type { CopiedTable } from './tables.ts'

export type CopiedValue = string | number | null
/** The values of a row in the order of its table's columns. */
export type Row = readonly CopiedValue[]
export type Key = readonly (string | number)[]

/** The rows, or characters, of one batch, so that memory does not grow with the database. */
export const BATCH_ROWS_MAX = 2_000
export const BATCH_SIZE_MAX = 4 * 1024 ** 2

/** Returns one text per row, the same in either engine. */
export function canonicalText(row: Row): string {
  return JSON.stringify(row)
}

export const EMPTY_CHECKSUM = hash('sha256', 'tocsin copy')

/** Adds a row to a chain of SHA-256 that depends on the order of rows, not on batches. */
export function addToChecksum(checksum: string, rowText: string): string {
  return hash('sha256', checksum + rowText)
}

export function keyOf(table: CopiedTable, row: Row): Key {
  const names = Object.keys(table.columns)
  return table.key.map((name) => {
    const value = row[names.indexOf(name)] ?? null
    if (value === null) throw new Error(`a row of ${table.name} has no ${name}`)
    return value
  })
}

/** Returns less than 0 if `one` comes before `other`. */
export function compareKeys(one: Key, other: Key): number {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? value
    if (value < against) return -1
    if (value > against) return 1
  }
  return 0
}

/** `delivery_id 17, number 2` */
export function describeKey(table: CopiedTable, row: Row): string {
  const names = Object.keys(table.columns)
  return table.shownKey.map((name) => `${name} ${row[names.indexOf(name)]}`).join(', ')
}

export function sizeOf(row: Row): number {
  let size = 0
  for (const value of row) if (typeof value === 'string') size += value.length
  return size
}

export interface Replaced {
  readonly rows: readonly Row[]
  readonly count: number
}

/** Replaces U+0000, which PostgreSQL does not store, by U+FFFD, as the service does. */
export function replaceNul(rows: readonly Row[]): Replaced {
  let count = 0
  const replaced = rows.map((row) => {
    if (!row.some(hasNul)) return row
    count += 1
    return row.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value))
  })
  return { rows: replaced, count }
}

function hasNul(value: CopiedValue): boolean {
  return typeof value === 'string' && value.includes('\0')
}
