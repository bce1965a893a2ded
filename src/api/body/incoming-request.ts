import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'
import type { Clock } from '../../runtime/clock.ts'
import { http } from '../../runtime/inner/node-http.ts'

/**
 * Pieces of fewer than 64 bytes in which a body may come: each costs a hundred times what it carries, and no program
 * sends that small on purpose. With more of them it is refused.
 */
export const CRUMBS_MAX = 1_000
export const CRUMB_BYTES = 64

/**
 * A request as Node.js makes it, which takes no more crumbs of its body than there may be. They are counted where
 * they come in: Node.js cuts one read of a connection into ten thousand of them before anybody is asked, and holds
 * them until the body is read.
 */
export class IncomingRequest extends http.IncomingMessage {
  #crumbs = 0

  /** Nothing more of its body is worth reading: the first crumb too many can be seen, the others were dropped. */
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

/** Throws for what the parser lets pass, though no response to it is possible (RFC 9112, sections 2.3 and 3.2). */
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

/** Counts Host headers in a list of alternating names and values. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/** The address below the base path; one that no route has if it is not below it. */
export function stripBasePath(address: string, basePath: string): string {
  // RFC 9112, section 3.2.2: what is written for a proxy means the same to a server.
  const url = address.replace(/^https?:\/\/[^/?#]*/i, '')
  if (basePath === '') return url
  if (url === basePath) return '/'
  if (url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`)) return url.slice(basePath.length)
  return OUTSIDE
}

/** A path that no route has. */
const OUTSIDE = '/outside-the-base-path'

/**
 * Bytes of a body that are read and dropped after its request got its response, for clients with a token: most
 * programs read the response only when they have sent everything. Above it the connection is cut off.
 */
const DROPPED_BYTES_MAX = 16 * 1024 ** 2
/** The bytes that are dropped for clients without a token. */
export const OPEN_DROPPED_BYTES_MAX = 1024 ** 2
/** The time for which the rest of a body is read and dropped; then the connection is ended. */
export const DROPPED_MS_MAX = 10_000
/**
 * Bodies that are dropped like that at the same time: beyond it a connection ends with its response, which its sender
 * may miss.
 */
export const DROPPED_BODIES_MAX = 20
const CHECK_MS = 250

/** Sees to it that requests which got their response before their end do not go on for long. */
export class DroppedBodies {
  readonly #clock: Pick<Clock, 'after'>
  #count = 0

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock
  }

  /** Call it when a request has had its response. */
  limit({ raw, principal }: FastifyRequest): void {
    const { socket } = raw
    // A request within the process has none.
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
