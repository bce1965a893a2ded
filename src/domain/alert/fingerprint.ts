// FNV-1a with 64 bits in two halves: a BigInt per byte would be a hundred times slower.
const OFFSET_HIGH = 0xcbf29ce4
const OFFSET_LOW = 0x84222325
/** The prime is 2 ** 40 + 0x1b3: a multiplication by the small part, and a shift by 40 bits. */
const PRIME_LOW = 0x1b3

/** Follows each name and value; no UTF-8 text has this byte. */
const SEPARATOR = 0xff

/**
 * The fingerprint of a label set as Prometheus and Alertmanager print it: FNV-1a over the UTF-8 bytes of `name 0xFF
 * value 0xFF` of each label, ordered by name; 16 lower-case hex digits.
 */
export function labelFingerprint(labels: Readonly<Record<string, string>>): string {
  const hash = new Fnv1a()
  for (const name of Object.keys(labels).sort(compareBytes)) {
    hash.addText(name)
    hash.addByte(SEPARATOR)
    hash.addText(labels[name] ?? '')
    hash.addByte(SEPARATOR)
  }
  return hash.toHex()
}

class Fnv1a {
  #high = OFFSET_HIGH
  #low = OFFSET_LOW

  addText(text: string): void {
    this.#add(Buffer.from(text, 'utf8'))
  }

  addByte(byte: number): void {
    this.#add([byte])
  }

  toHex(): string {
    return hex32(this.#high) + hex32(this.#low)
  }

  #add(bytes: Uint8Array | readonly number[]): void {
    let [high, low] = [this.#high, this.#low]
    for (let at = 0; at < bytes.length; at += 1) {
      low ^= bytes[at]!
      // The halves of the low word apart, so that the carry is not lost.
      const lower = (low & 0xffff) * PRIME_LOW
      const upper = (low >>> 16) * PRIME_LOW + (lower >>> 16)
      high = (Math.imul(high, PRIME_LOW) + (upper >>> 16) + (low << 8)) | 0
      low = (upper << 16) | (lower & 0xffff)
    }
    this.#high = high
    this.#low = low
  }
}

function hex32(half: number): string {
  return (half >>> 0).toString(16).padStart(8, '0')
}

/** Compares in the order of UTF-8 bytes; UTF-16 differs only where surrogates are involved. */
function compareBytes(a: string, b: string): number {
  if (/[\ud800-\udfff]/.test(a) || /[\ud800-\udfff]/.test(b)) {
    return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'))
  }
  if (a === b) return 0
  return a < b ? -1 : 1
}
