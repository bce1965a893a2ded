import { AppError } from '../../domain/errors.ts'
import { systemChance } from '../../runtime/clock.ts'

const PRIME = 0x01000193
/** Random, so that nobody can choose colliding names. */
const SEED = systemChance.bytes(4).readUInt32LE()

/** Values in one body: fits 1,000 alerts with 64 labels each. */
export const VALUES_MAX = 100_000

/** Limits the nesting of a body; no known sender needs a tenth of it. */
export const DEPTH_MAX = 64

/** Members of one object: no dialect has so many labels. Beyond it, each takes parser and readers ten times as long. */
export const MEMBERS_MAX = 1_020

/**
 * Different member names in a body of many values, about; labels are a few hundred at most. Each makes another kind of
 * object, and from 1,500 kinds on the parser takes three times as long.
 */
export const DIFFERENT_NAMES_MAX = 1_000

/** In bodies with fewer values, different names are not counted. */
export const MANY_VALUES_MIN = 30_000

/** Smaller bodies cannot have so many values. */
const NAMES_COUNTED_BYTES_MIN = 64 * 1024

export const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const ARRAY_START = 0x5b
const BACKSLASH = 0x5c
const ARRAY_END = 0x5d
const OBJECT_START = 0x7b
const OBJECT_END = 0x7d

export interface JsonSize {
  /** Values, objects and lists among them, without names. */
  readonly values: number
  readonly depth: number
  /** Names of members, repeated ones included. */
  readonly names: number
  /** The members of the largest object. */
  readonly members: number
  /** At least this many; 0: too small to count. */
  readonly differentNames: number
}

/**
 * Throws for a text with more values or nesting than any reader should handle: values take a hundred times the memory
 * of their bytes, and the validator reports every fault.
 */
export function refuseHugeJson(bytes: Uint8Array): JsonSize {
  const size = measureJson(bytes)
  const { values, depth, members, differentNames } = size
  if (depth > DEPTH_MAX) {
    throw new AppError(
      'invalid_request',
      `The body has objects or lists more than ${DEPTH_MAX} deep within each other; no member here is that deep.`,
    )
  }
  if (values > VALUES_MAX) {
    throw new AppError('payload_too_large', `The body has more than ${VALUES_MAX} values; send it in parts.`)
  }
  if (members > MEMBERS_MAX) {
    throw new AppError(
      'payload_too_large',
      `The body has an object with more than ${MEMBERS_MAX} members; nothing here has nearly as many.`,
    )
  }
  if (values >= MANY_VALUES_MIN && differentNames > DIFFERENT_NAMES_MAX) {
    throw new AppError(
      'payload_too_large',
      `The body has ${MANY_VALUES_MIN} values or more, whose members have more than ${DIFFERENT_NAMES_MAX} different names; send it in parts.`,
    )
  }
  return size
}

/**
 * Measures a JSON text as a value; meaningless for other text. Takes linear time and no memory, and stops at the first
 * exceeded limit.
 */
export function measureJson(bytes: Uint8Array): JsonSize {
  let [values, names, members, deepest, depth] = [1, 0, 0, 0, 0]
  // The first value has no comma before it.
  let isFirst = false
  const membersAt = new Int32Array(DEPTH_MAX + 2)
  const { length } = bytes
  const different = length < NAMES_COUNTED_BYTES_MIN ? undefined : new DifferentNames(bytes)
  let textStart = 0
  let textEnd = 0
  for (let offset = 0; offset < length; offset += 1) {
    const byte = bytes[offset]!
    if (byte <= 0x20) continue
    if (byte === QUOTE) {
      textStart = offset
      textEnd = offset = findStringEnd(bytes, offset)
    } else if (byte === COMMA) values += 1
    else if (byte === COLON) {
      names += 1
      const count = (membersAt[depth] = (membersAt[depth] ?? 0) + 1)
      if (count > members) members = count
      different?.add(textStart, textEnd)
    }
    if (byte === ARRAY_END || byte === OBJECT_END) depth -= 1
    else if (isFirst) values += 1
    isFirst = byte === ARRAY_START || byte === OBJECT_START
    if (isFirst) {
      depth += 1
      membersAt[depth] = 0
      if (depth > deepest) deepest = depth
    }
    if (values > VALUES_MAX || deepest > DEPTH_MAX || members > MEMBERS_MAX) break
  }
  return { values, depth: deepest, names, members, differentNames: different?.count ?? 0 }
}

/** Returns the offset of the quote that ends the string beginning at `start`. */
export function findStringEnd(bytes: Uint8Array, start: number): number {
  let offset = start + 1
  while (offset < bytes.length && bytes[offset] !== QUOTE) offset += bytes[offset] === BACKSLASH ? 2 : 1
  return offset
}

/** Counts different byte ranges in little memory; those with equal hashes (FNV-1a) count once. */
class DifferentNames {
  readonly #bytes: Uint8Array
  readonly #seen = new Uint8Array(2 ** 16)
  #count = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get count(): number {
    return this.#count
  }

  add(start: number, end: number): void {
    let hash = SEED
    for (let offset = start; offset < end; offset += 1) {
      hash = Math.imul(hash ^ this.#bytes[offset]!, PRIME)
    }
    const slot = (hash ^ (hash >>> 16)) & 0xffff
    if (this.#seen[slot] === 1) return
    this.#seen[slot] = 1
    this.#count += 1
  }
}
