/** Byte order marks, which Windows tools write. */
const BYTE_ORDER_MARKS = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Throws an Error that completes "<file> …" for anything
 * else: a guess would change letters, and a matcher with one would never match.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  try {
    return new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    const message = marked
      ? 'is not UTF-16 text, though it begins with its byte order mark; save it as UTF-8'
      : `is not UTF-8 text${describeByte(bytes)}; save it as UTF-8`
    throw new Error(message, { cause: error })
  }
}

/** Names the first byte that is no UTF-8, in hex, and its line. */
function describeByte(bytes: Uint8Array): string {
  // U+FFFD replaces unreadable bytes; keeping a byte order mark keeps the count right.
  const shown = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const at = [...shown.matchAll(/\uFFFD/g)]
    .map(({ index }) => Buffer.byteLength(shown.slice(0, index)))
    .find((offset) => bytes[offset] !== 0xef)
  if (at === undefined) return ''
  const line = 1 + bytes.subarray(0, at).filter((byte) => byte === 0x0a).length
  return ` (byte 0x${bytes[at]?.toString(16).toUpperCase().padStart(2, '0')} in line ${line})`
}
