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
