import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { Clock } from '../../runtime/clock.ts'
import { http } from '../../runtime/inner/node-http.ts'

/**
 * Limits pieces of fewer than 64 bytes in a body: each costs a hundred times its content, and no program sends them on
 * purpose. More are refused.
 */
export const CRUMBS_MAX = 1_000
export const CRUMB_BYTES = 64

/**
 * A request that limits the crumbs of its body as they arrive: Node.js splits one read into up to 10,000, and holds
 * them until the body is read.
 */
export class IncomingRequest extends http.IncomingMessage {
  #crumbs = 0

  /** Tells whether the limit is exceeded; of the surplus only the first crumb is passed on. */
  get isInCrumbs(): boolean {
    return this.#crumbs > CRUMBS_MAX
  }

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece === null || piece.length >= CRUMB_BYTES) return super.push(piece, encoding)
    this.#crumbs += 1
    // False: the connection is not read on.
    return this.#crumbs <= CRUMBS_MAX + 1 && super.push(piece, encoding)
  }
}

export function isInCrumbs(body: object): boolean {
  return body instanceof IncomingRequest && body.isInCrumbs
}

/** Throws for requests that the parser passes, but that cannot be responded to (RFC 9112, sections 2.3 and 3.2). */
export function refuseBrokenHead({ httpVersion, rawHeaders }: IncomingMessage): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    throw new AppError(
      'version_not_supported',
      `The request is in HTTP/${httpVersion}; HTTP/1.1 is what is spoken here.`,
    )
  }
  const hosts = countHosts(rawHeaders)
  if (hosts === 0 && httpVersion === '1.1') {
    throw new AppError('invalid_request', 'The request must have the header Host (RFC 9112, section 3.2).')
  }
  if (hosts > 1) {
    throw new AppError(
      'invalid_request',
      'The request must have the header Host once, not several times (RFC 9112, section 3.2).',
    )
  }
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/** Returns the address below the base path, or one without a route. */
export function stripBasePath(address: string, basePath: string): string {
  // RFC 9112, section 3.2.2: also the absolute form.
  const url = address.replace(/^https?:\/\/[^/?#]*/i, '')
  if (basePath === '') return url
  if (url === basePath) return '/'
  if (url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`)) return url.slice(basePath.length)
  return OUTSIDE
}

const OUTSIDE = '/outside-the-base-path'

/**
 * Bytes of a body dropped after its response, for clients with a token, most of which read the response only after
 * sending everything. Above it the connection is closed.
 */
const DROPPED_BYTES_MAX = 16 * 1024 ** 2
/** Bytes of a body dropped for clients without a token. */
export const OPEN_DROPPED_BYTES_MAX = 1024 ** 2
/** The time for which the rest of a body is dropped; then the connection ends. */
export const DROPPED_MS_MAX = 10_000
/**
 * Bodies that are dropped at the same time; above it a connection ends with its response, which its sender may miss.
 */
export const DROPPED_BODIES_MAX = 20
const CHECK_MS = 250

/** Bounds requests that continue after their response. */
export class DroppedBodies {
  readonly #clock: Pick<Clock, 'after'>
  #count = 0

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Call it after the response. */
  limit({ raw, principal }: FastifyRequest): void {
    const { socket } = raw
    // A request within the process has no socket.
    if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return
    if (isInCrumbs(raw) || this.#count >= DROPPED_BODIES_MAX) {
      socket.destroy()
      return
    }
    this.#count += 1
    this.#watch(raw, principal ? DROPPED_BYTES_MAX : OPEN_DROPPED_BYTES_MAX)
  }

  #watch(raw: IncomingMessage, bytesMax: number): void {
    const { socket } = raw
    const bytesUntil = socket.bytesRead + bytesMax
    let checksLeft = DROPPED_MS_MAX / CHECK_MS
    const check = () => {
      checksLeft -= 1
      const isOver = raw.complete || socket.destroyed
      if (!isOver && checksLeft > 0 && socket.bytesRead <= bytesUntil) {
        this.#clock.after(CHECK_MS, check)
        return
      }
      this.#count -= 1
      if (!isOver) socket.destroy()
    }
    this.#clock.after(CHECK_MS, check)
  }
}
