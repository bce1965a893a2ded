import { writtenNumber, type WrittenNumber } from '../../domain/written-number.ts'
import { systemChance } from '../../runtime/clock.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const PLUS = 0x2b
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** JavaScript writes every whole number of up to so many digits as it came. */
const SAFE_DIGITS = 15

/** Senders cannot know this mark, so none of their texts begins with it. */
const MARK = `written number ${systemChance.uuid()} `

/**
 * Turns each number that JavaScript would write in another way into a marked string, from which `toWrittenNumber` makes
 * a number that stays as it was written. Returns the same bytes if no number needs it.
 */
export function markWrittenNumbers(json: Buffer): Buffer {
  const pieces: Buffer[] = []
  let copied = 0
  for (let offset = 0; offset < json.length; offset += 1) {
    const byte = json[offset]!
    if (byte === QUOTE) offset = stringEnd(json, offset)
    else if (isDigit(byte) || byte === MINUS) {
      const end = numberEnd(json, offset)
      if (isWrittenOtherwise(json, offset, end)) {
        pieces.push(
          json.subarray(copied, offset),
          Buffer.from(`"${MARK}${json.toString('latin1', offset, end)}"`),
        )
        copied = end
      }
      offset = end - 1
    }
  }
  return pieces.length === 0 ? json : Buffer.concat([...pieces, json.subarray(copied)])
}

/** Returns undefined for a value that `markWrittenNumbers` did not make. */
export function toWrittenNumber(value: unknown): WrittenNumber | undefined {
  return typeof value === 'string' && value.startsWith(MARK)
    ? writtenNumber(value.slice(MARK.length))
    : undefined
}

function isWrittenOtherwise(json: Buffer, start: number, end: number): boolean {
  let isPlain = end - start <= SAFE_DIGITS && json[start] !== MINUS
  for (let offset = start; isPlain && offset < end; offset += 1) isPlain = isDigit(json[offset]!)
  if (isPlain) return false
  const text = json.toString('latin1', start, end)
  return String(Number(text)) !== text && NUMBER.test(text)
}

function numberEnd(json: Buffer, start: number): number {
  let offset = start + 1
  while (offset < json.length && isOfNumber(json[offset]!)) offset += 1
  return offset
}

function isOfNumber(byte: number): boolean {
  return isDigit(byte) || byte === DOT || byte === MINUS || byte === PLUS || (byte | 0x20) === 0x65
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE
}

/** Finds the quote that ends the string which begins at `start`. */
function stringEnd(json: Buffer, start: number): number {
  let offset = start + 1
  while (offset < json.length && json[offset] !== QUOTE) offset += json[offset] === BACKSLASH ? 2 : 1
  return offset
}
