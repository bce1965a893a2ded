import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { chooseCoding, CODINGS, type Coding } from '../body/content-coding.ts'
import { matchesIfNoneMatch } from '../server/etag.ts'
import type { RouteResponse } from '../routes/route.ts'

/** A file whose bytes are held once, however many ask and however slowly they read. */
export interface HeldFile {
  readonly contentType: string
  readonly cacheControl: string
  readonly etag: string
  readonly contents: Readonly<Partial<Record<Coding, Buffer>>> & { readonly identity: Buffer }
}

export interface FileToHold extends Pick<HeldFile, 'contentType' | 'cacheControl'> {
  readonly content: string | Buffer
}

const compress = promisify(gzip)

/** Compressed once, too. */
export async function holdFile({ content, ...file }: FileToHold): Promise<HeldFile> {
  const identity = Buffer.from(content)
  return { ...file, etag: etagOf(identity), contents: { identity, gzip: await compress(identity) } }
}

/** Each made when the first one asks, and once; one that could not be made is tried again by the next. */
export function holdByName<Name extends string>(
  make: (name: Name) => Promise<HeldFile>,
): (name: Name) => Promise<HeldFile> {
  const files = new Map<Name, Promise<HeldFile>>()
  return (name) => {
    const file = files.get(name) ?? make(name)
    files.set(name, file)
    file.catch(() => files.delete(name))
    return file
  }
}

/**
 * Returns the tag of the content, whatever its encoding: weak, because the sent bytes differ (RFC 9110, section
 * 8.8.3.3).
 */
function etagOf(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** The file as the caller takes it best; 304 if it has it. */
export function sendHeld(
  { contentType, cacheControl, etag, contents }: HeldFile,
  headers: IncomingHttpHeaders,
): RouteResponse {
  const always = { 'cache-control': cacheControl, etag, vary: 'accept-encoding' }
  if (matchesIfNoneMatch(headers, etag)) return { status: 304, headers: always }
  const coding = chooseCoding(
    headers['accept-encoding'],
    CODINGS.filter((coding) => coding in contents),
  )
  return {
    status: 200,
    headers: {
      ...always,
      'content-type': contentType,
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    },
    body: contents[coding] ?? contents.identity,
  }
}
