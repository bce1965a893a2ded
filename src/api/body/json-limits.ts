import { AppError } from '../../domain/errors.ts'
import { systemChance } from '../../runtime/clock.ts'

const PRIME = 0x01000193
/** Nobody outside can know which names fall together. */
const SEED = systemChance.bytes(4).readUInt32LE()

/** Values in one body: fits 1,000 alerts with 64 labels each. */
export const VALUES_MAX = 100_000

/** Objects and lists of a body that may lie within each other; no sender known needs a tenth of it. */
export const DEPTH_MAX = 64

/**
 * Members of one object: an alert has fewer labels in every dialect. Of an object with more, each takes the parser, and
 * whatever goes through it, ten times as long.
 */
export const MEMBERS_MAX = 1_020

/**
 * Different names of members in a body of many values, about; the dialects know some dozens, and labels are a few
 * hundred. To the parser each makes another kind of object, and from 1,500 kinds on it takes three times as long.
 */
export const DIFFERENT_NAMES_MAX = 1_000

/** Values of a body from which on the number of its different names matters. */
export const MANY_VALUES_MIN = 30_000

/** Smaller bodies cannot have so many values. */
const NAMES_COUNTED_BYTES_MIN = 64 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const ARRAY_START = 0x5b
const BACKSLASH = 0x5c
const ARRAY_END = 0x5d
const OBJECT_START = 0x7b
const OBJECT_END = 0x7d

export interface JsonSize {
  /** Values that it is made of, objects and lists among them; names do not count. */
  readonly values: number
  /** Objects and lists within each other. */
  readonly depth: number
  /** Names of members; one that stands twice in an object counts twice. */
  readonly names: number
  /** The members of the object that has the most. */
  readonly members: number
  /** Different ones, at least so many; 0: it is too small for their number to matter. */
  readonly differentNames: number
}

/**
 * Measures a text that may be JSON. Throws if it has more values, or nests deeper, than anything that works on it
 * should have to handle: values cost a hundred times the memory of their bytes, and the validator reports every fault
 * of them.
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
 * Measures how large a JSON text is as a value; for any other text the result means nothing. Takes time in proportion
 * to the text, no memory, and stops as soon as a limit is exceeded.
 */
export function measureJson(bytes: Uint8Array): JsonSize {
  let [values, names, members, deepest, depth] = [1, 0, 0, 0, 0]
  // A comma stands between two values; the first one within an object or list has none before it.
  let isFirst = false
  // Names so far, in each of the objects that are open.
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

/** The offset of the quote that ends the string which begins at `start`. */
function findStringEnd(bytes: Uint8Array, start: number): number {
  let offset = start + 1
  while (offset < bytes.length && bytes[offset] !== QUOTE) offset += bytes[offset] === BACKSLASH ? 2 : 1
  return offset
}

/** Counts different stretches of bytes in a little memory: of those whose hashes (FNV-1a) are equal it sees one. */
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
