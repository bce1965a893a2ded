import { readFile, stat } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'
import type { RouteResponse } from '../routes/route.ts'
import { matchesIfNoneMatch } from './etag.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A name that leads nowhere else, whatever it is joined to. */
const PLAIN_NAME = /^[\w-]+(?:\.[\w-]+)+$/

const SUFFIXES: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz', identity: '' }

interface StaticFile {
  readonly etag: string
  readonly content: Promise<Buffer>
}

/**
 * Serves a folder that only its owner fills. Each file is held once, for any number of slow readers, and read again
 * after a change.
 */
export class StaticFiles {
  readonly #folder: string
  readonly #files = new Map<string, StaticFile>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Sends a compressed file if the client accepts it, or 304. Undefined: no such file. */
  async send(
    name: string,
    headers: IncomingHttpHeaders,
    cacheControl: string,
  ): Promise<RouteResponse | undefined> {
    const coding = chooseCoding(headers['accept-encoding'])
    const compressed = coding === 'identity' ? undefined : await this.read(name, coding)
    const file = compressed ?? (await this.read(name))
    if (file === undefined) return undefined
    const always = { 'cache-control': cacheControl, etag: file.etag, vary: 'accept-encoding' }
    if (matchesIfNoneMatch(headers, file.etag)) return { status: 304, headers: always }
    return {
      status: 200,
      headers: {
        ...always,
        'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
        ...(compressed && { 'content-encoding': coding }),
      },
      body: file.content,
    }
  }

  /** Returns undefined if there is no such file. */
  async read(
    name: string,
    coding: Coding = 'identity',
  ): Promise<{ readonly etag: string; readonly content: Buffer } | undefined> {
    if (!PLAIN_NAME.test(name)) return undefined
    const path = join(this.#folder, `${name}${SUFFIXES[coding]}`)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) {
      this.#files.delete(path)
      return undefined
    }
    const etag = `"${found.mtimeMs.toString(36)}-${found.size.toString(36)}"`
    const known = this.#files.get(path)
    const file = known?.etag === etag ? known : { etag, content: readFile(path) }
    this.#files.set(path, file)
    try {
      return { etag, content: await file.content }
    } catch {
      if (this.#files.get(path) === file) this.#files.delete(path)
      return undefined
    }
  }
}

/** The codings that files are kept in, the smallest first. */
const CODINGS = ['br', 'gzip'] as const

type Coding = (typeof CODINGS)[number] | 'identity'

/** Limits `Accept-Encoding`; a longer one is ignored. */
export const ACCEPTED_LENGTH_MAX = 200

/** Returns the best of `available` by `Accept-Encoding` (RFC 9110, section 12.5.3). */
export function chooseCoding(
  accepted: string | readonly string[] | undefined,
  available: readonly Exclude<Coding, 'identity'>[] = CODINGS,
): Coding {
  const text = [accepted ?? ''].flat().join(',')
  if (text.length > ACCEPTED_LENGTH_MAX) return 'identity'
  const entries = text.split(',').map(parseEntry)
  return available.find((coding) => accepts(entries, coding)) ?? 'identity'
}

interface Entry {
  readonly name: string
  readonly isRefused: boolean
}

function parseEntry(text: string): Entry {
  const [name = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return { name, isRefused: parameters.some((parameter) => /^q\s*=\s*0(?:\.0{0,3})?$/.test(parameter)) }
}

function accepts(entries: readonly Entry[], coding: string): boolean {
  const entry = entries.find(({ name }) => name === coding) ?? entries.find(({ name }) => name === '*')
  return entry !== undefined && !entry.isRefused
}
