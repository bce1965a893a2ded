import type { IncomingMessage } from 'node:http'
import { AppError } from '../../domain/errors.ts'

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
