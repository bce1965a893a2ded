import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { FlushWatermark } from './flush-watermark.ts'

/** Layout of the write-ahead log (https://sqlite.org/fileformat2.html, section 4). */
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682
/** Offset of the page size in the header of a database: two bytes, 1 means 65,536. */
const PAGE_SIZE_AT = 16
const CHUNK_FRAMES = 256

export interface LogHeader {
  readonly pageSize: number
  readonly sequence: number
  readonly salts: readonly [number, number]
}

export interface LogFrames extends LogHeader {
  /** Undamaged frames of whole transactions from the beginning on. */
  readonly good: number
  /** Frames of this log from the first damaged one on. */
  readonly after: number
}

export type LogFinding =
  | { readonly kind: 'fine' }
  /** The database must not be opened with this log. */
  | { readonly kind: 'refused'; readonly because: string }
  /** Acknowledged writes may be missing. */
  | { readonly kind: 'damaged'; readonly because: string }

/**
 * Reviews the log of a database that was not closed, before SQLite opens it and silently ends at the first
 * wrong checksum. `watermark`: how far the log was flushed at least.
 */
export function reviewLog(file: string, watermark: FlushWatermark | undefined): LogFinding {
  const log = `${file}-wal`
  const bytes = sizeOf(log)
  if (bytes === 0) return { kind: 'fine' }
  if (sizeOf(file) === 0) {
    return {
      kind: 'refused',
      because: `The database file ${file} is empty or missing, but its log ${log} is there. Put the database file back, or a backup without that log (tocsin backup); to begin with an empty database, move the log away.`,
    }
  }
  const frames = readFrames(log)
  if (typeof frames === 'string') return { kind: 'damaged', because: `${basename(log)}: ${frames}` }
  const stranger = findStranger(file, frames, watermark)
  if (stranger !== undefined) {
    const because = `${log} is the log of another database: ${stranger}. Put back the log that belongs to ${file}, or move this one away to go on without it.`
    return { kind: 'refused', because }
  }
  const isSameLog = watermark !== undefined && isSame(watermark.salts, frames.salts)
  const flushed = isSameLog ? watermark.frames : frames.good + frames.after
  if (frames.good >= flushed) return { kind: 'fine' }
  return {
    kind: 'damaged',
    because: `${basename(log)} can be read up to frame ${frames.good} of ${Math.max(flushed, frames.good + frames.after)}; what was written after that is lost`,
  }
}

/**
 * Returns a sentence if the log is missing: a watermark without a log shows that a running service was copied
 * without `-wal`.
 */
export function describeMissingLog(file: string, watermark: FlushWatermark | undefined): string | undefined {
  if (watermark === undefined || sizeOf(`${file}-wal`) > 0) return undefined
  const name = basename(file)
  return `${name}-flushed says that ${name}-wal holds what was written last (${watermark.frames} frames), and it is not there: what it held is missing. Put it back, or a backup (tocsin restore); a copy of the files of a running service is none`
}

/** Copies the database and its log as found, and returns the first path. Throws if that fails. */
export function keepDamaged(file: string, name: string): string {
  const copy = `${file}.damaged-${name}`
  copyFileSync(file, copy)
  copyFileSync(`${file}-wal`, `${copy}-wal`)
  return copy
}

/** Returns undefined if the log is empty, or its header is damaged. */
export function readLogHeader(descriptor: number): LogHeader | undefined {
  const header = Buffer.alloc(HEADER_BYTES)
  const parsed = parseHeader(header.subarray(0, readSync(descriptor, header, 0, HEADER_BYTES, 0)))
  return typeof parsed === 'string' ? undefined : parsed.header
}

interface Parsed {
  readonly header: LogHeader
  readonly isBigEndian: boolean
  readonly sums: readonly [number, number]
}

function parseHeader(header: Buffer): Parsed | string {
  if (header.length < HEADER_BYTES) return 'its header is cut off, so that nothing of it can be read'
  const magic = header.readUInt32BE(0)
  const isBigEndian = magic === MAGIC + 1
  const sums = sumUp(header.subarray(0, 24), [0, 0], isBigEndian)
  const isGood =
    (magic === MAGIC || isBigEndian) &&
    sums[0] === header.readUInt32BE(24) &&
    sums[1] === header.readUInt32BE(28)
  if (!isGood) return 'its header is damaged, so that nothing of it can be read'
  return {
    header: {
      pageSize: header.readUInt32BE(8),
      sequence: header.readUInt32BE(12),
      salts: [header.readUInt32BE(16), header.readUInt32BE(20)],
    },
    isBigEndian,
    sums,
  }
}

function readFrames(log: string): LogFrames | string {
  const descriptor = openSync(log, 'r')
  try {
    const first = Buffer.alloc(HEADER_BYTES)
    const parsed = parseHeader(first.subarray(0, readSync(descriptor, first, 0, HEADER_BYTES, 0)))
    if (typeof parsed === 'string') return parsed
    const frameBytes = FRAME_HEADER_BYTES + parsed.header.pageSize
    const count = Math.floor((fstatSync(descriptor).size - HEADER_BYTES) / frameBytes)
    const scan = new FrameScan(parsed)
    const chunk = Buffer.alloc(CHUNK_FRAMES * frameBytes)
    for (let start = 0; start < count; start += CHUNK_FRAMES) {
      const read = readSync(descriptor, chunk, 0, chunk.length, HEADER_BYTES + start * frameBytes)
      for (let at = 0; at + frameBytes <= read; at += frameBytes)
        scan.pass(chunk.subarray(at, at + frameBytes))
    }
    return { ...parsed.header, good: scan.good, after: scan.after }
  } finally {
    closeSync(descriptor)
  }
}

class FrameScan {
  good = 0
  after = 0
  #count = 0
  #isBroken = false
  #sums: readonly [number, number]
  readonly #parsed: Parsed

  constructor(parsed: Parsed) {
    this.#parsed = parsed
    this.#sums = parsed.sums
  }

  pass(frame: Buffer): void {
    const { header, isBigEndian } = this.#parsed
    const isOwn = frame.readUInt32BE(8) === header.salts[0] && frame.readUInt32BE(12) === header.salts[1]
    if (this.#isBroken) {
      this.after += Number(isOwn)
      return
    }
    const head = sumUp(frame.subarray(0, 8), this.#sums, isBigEndian)
    const sums = sumUp(frame.subarray(FRAME_HEADER_BYTES), head, isBigEndian)
    if (!isOwn || sums[0] !== frame.readUInt32BE(16) || sums[1] !== frame.readUInt32BE(20)) {
      this.#isBroken = true
      this.after += Number(isOwn)
      return
    }
    this.#sums = sums
    this.#count += 1
    // Only the last frame of a transaction has the size of the database.
    if (frame.readUInt32BE(4) > 0) this.good = this.#count
  }
}

function sumUp(bytes: Buffer, [a, b]: readonly [number, number], isBigEndian: boolean): [number, number] {
  let [first, second] = [a, b]
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    const one = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
    const other = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)
    first = (first + one + second) >>> 0
    second = (second + other + first) >>> 0
  }
  return [first, second]
}

/** Says why the log cannot belong to this database; undefined: it may. */
function findStranger(
  file: string,
  log: LogHeader,
  watermark: FlushWatermark | undefined,
): string | undefined {
  const pageSize = pageSizeOf(file)
  if (pageSize !== log.pageSize)
    return `its pages have ${log.pageSize} bytes, those of the database ${pageSize}`
  if (watermark === undefined || isSame(watermark.salts, log.salts)) return undefined
  // SQLite restarts the log with the next number and salt.
  const later = log.sequence - watermark.sequence
  const isNext = later > 0 && (log.salts[0] - watermark.salts[0]) >>> 0 === later >>> 0
  return isNext ? undefined : 'it is not the one that was written last'
}

function pageSizeOf(file: string): number {
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(PAGE_SIZE_AT + 2)
    readSync(descriptor, header, 0, header.length, 0)
    const size = header.readUInt16BE(PAGE_SIZE_AT)
    return size === 1 ? 65_536 : size
  } finally {
    closeSync(descriptor)
  }
}

function isSame(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
