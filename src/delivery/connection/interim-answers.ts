import type { Socket } from 'node:net'

const LF = 0x0a
const CR = 0x0d
const ZERO = 0x30
const ONE = 0x31
const TWO = 0x32
/** Of the three digits of the status in `HTTP/1.1 100`. */
const STATUS_AT = 9

/**
 * Reads over `100 Continue`, which some receivers send unasked: a client must be able to (RFC 9110, section 15.2), but undici
 * ends the connection (https://github.com/nodejs/undici/issues/197). It takes any other interim answer, so what it reads says 102
 * instead. Nothing else is changed, and nothing is held back.
 */
export function readOverContinue(socket: Socket): void {
  const answer = new AnswerHead()
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket)
  socket.read = (size?: number) => {
    const chunk: unknown = read(size)
    if (Buffer.isBuffer(chunk)) answer.pass(chunk)
    return chunk
  }
  // A request is written at once, and the answer that begins after it is to that.
  socket.write = ((...given: Parameters<Socket['write']>) => {
    answer.begin()
    return write(...given)
  }) as Socket['write']
}

/** Follows the status lines of an answer through its chunks, until the final one. */
export class AnswerHead {
  /** Characters of the status line so far; Infinity: it is over. */
  #column = Infinity
  #status = ''
  /** Of the head of an interim answer: it ends with an empty line. */
  #isLineEmpty = false
  #isFinal = true

  begin(): void {
    this.#column = 0
    this.#status = ''
    this.#isFinal = false
  }

  /** Changes the chunk in its place. */
  pass(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#isFinal; at += 1) {
      if (this.#column < STATUS_AT + 3) this.#passStatusLine(chunk, at)
      else this.#passHead(chunk[at]!)
    }
  }

  #passStatusLine(chunk: Buffer, at: number): void {
    const place = this.#column - STATUS_AT
    this.#column += 1
    if (place < 0) return
    this.#status += String.fromCharCode(chunk[at]!)
    if (place < 2) return
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
