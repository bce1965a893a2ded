import type { Socket } from 'node:net'

const LF = 0x0a
const CR = 0x0d
const ZERO = 0x30
const ONE = 0x31
const TWO = 0x32
/** Place of the three digits of the status in `HTTP/1.1 100`. */
const STATUS_AT = 9

/**
 * Makes the client ignore `100 Continue`, which some receivers send unasked. Clients must accept it (RFC 9110, section
 * 15.2), but undici closes the connection (https://github.com/nodejs/undici/issues/197). undici ignores every other
 * interim answer, so the status is changed to 102 before undici reads it. All other bytes stay.
 */
export function readOverContinue(socket: Socket): void {
  const response = new ResponseHead()
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (Buffer.isBuffer(chunk)) response.pass(chunk)
    return chunk
  }
  // undici writes a whole request in one turn, so the next byte that comes in belongs to its response.
  socket.write = ((...given: Parameters<Socket['write']>) => {
    response.begin()
    return write(...given)
  }) as Socket['write']
}

/** Follows the status lines of a response through its chunks, until the final one. */
export class ResponseHead {
  /** Characters of the status line so far; Infinity: the line is complete. */
  #column = Infinity
  #status = ''
  /** The present line of an interim answer is empty so far; an empty line ends the response. */
  #isLineEmpty = false
  #isFinal = true

  begin(): void {
    this.#column = 0
    this.#status = ''
    this.#isFinal = false
  }

  /** Reads a chunk, and changes a status of 100 in it. */
  pass(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#isFinal; at += 1) {
      if (this.#column < STATUS_AT + 3) this.#passStatusLine(chunk, at)
      else this.#passHead(chunk[at]!)
    }
  }

  #passStatusLine(chunk: Buffer, at: number): void {
    const digit = this.#column - STATUS_AT
    this.#column += 1
    if (digit < 0) return
    this.#status += String.fromCharCode(chunk[at]!)
    if (digit < 2) return
    if (this.#status === '100') chunk[at] = TWO
    this.#isFinal = !(this.#status.charCodeAt(0) === ONE && this.#status.charCodeAt(1) >= ZERO)
    this.#isLineEmpty = false
  }

  #passHead(byte: number): void {
    if (byte === LF && this.#isLineEmpty) this.begin()
    else if (byte === LF) this.#isLineEmpty = true
    else if (byte !== CR) this.#isLineEmpty = false
  }
}
