import { defineRoute, type ResponseSpec, type Route, type RouteResponse, Type } from '../routes/route.ts'
import { AppError } from '../../domain/errors.ts'
import { type OpenApiDocument, describeApi } from './openapi.ts'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { chooseCoding } from '../server/static-files.ts'
import { matchesIfNoneMatch } from '../server/etag.ts'

const compress = promisify(gzip)

/** The documents, in the order of the page. */
export const DOCUMENT_NAMES = ['v1', 'v15', 'v6'] as const
export type DocumentName = (typeof DOCUMENT_NAMES)[number]

const DOCUMENT_TITLES: Readonly<Record<DocumentName, string>> = {
  v1: 'Tocsin, native interface',
  v15: 'Tocsin, webhook management interface v15',
  v6: 'Tocsin, webhook management interface v6',
}

const DESCRIPTIONS: Readonly<Record<DocumentName, string>> = {
  v1: 'Everything that Tocsin does: webhooks, alerts, job runs, deliveries, tokens, people, and the senders’ own dialects.',
  v15: 'Webhook definitions, version v15.',
  v6: 'Webhook definitions, version v6. It shows the same webhooks as v15, in fewer words.',
}

export interface DocumentsOptions {
  readonly version: string
  readonly basePath: string
}

/** Returns the routes of the OpenAPI documents, which describe `routes` and themselves. */
export function documentRoutes(routes: readonly Route[], options: DocumentsOptions): readonly Route[] {
  // On demand: it would take most of the start.
  let documents: ReturnType<typeof describeAll> | undefined
  const describe: Describe = (name) => (documents ??= describeAll([...routes, ...own], options))[name]
  const own: readonly Route[] = [getDocument(describe), getDefinitionsSchema()]
  return own
}

type Describe = (name: DocumentName) => OpenApiDocument

const UNCHANGED: ResponseSpec = { description: 'It is still what `If-None-Match` names.' }

/** The time for which a browser need not ask again. */
const KEPT = 'max-age=3600'

function getDocument(describe: Describe): Route {
  // Held: large, and equal for everybody.
  const held = holdByName((name: DocumentName) =>
    holdFile(JSON.stringify(describe(name)), 'application/json; charset=utf-8', 'no-cache'),
  )
  return defineRoute({
    route: 'GET /openapi/:document',
    scope: null,
    id: 'getOpenApiDocument',
    summary: 'The OpenAPI document of one interface',
    params: Type.Object({
      document: Type.String({
        description: 'Which one.',
        'x-value': Type.Enum(DOCUMENT_NAMES.map((name) => `${name}.json`)),
      }),
    }),
    responses: {
      200: { description: 'OpenAPI 3.1.', schema: Type.Object({}, { description: 'The document.' }) },
      304: UNCHANGED,
    },
    handler: async ({ params, headers }) => {
      const name = DOCUMENT_NAMES.find((name) => `${name}.json` === params.document)
      if (name === undefined) {
        const known = DOCUMENT_NAMES.map((name) => `${name}.json`).join(', ')
        throw new AppError('not_found', `There is no such document; there are ${known}.`)
      }
      return sendHeld(await held(name), headers)
    },
  })
}

/** Reads the committed schema, generated from the schemas of the routes (`npm run gen`). */
async function readDefinitionsSchema(): Promise<string> {
  const file = await import('../../../docs/schema/webhooks.schema.json', { with: { type: 'json' } })
  return `${JSON.stringify(file.default, null, 2)}\n`
}

function getDefinitionsSchema(): Route {
  const held = holdByName(async () =>
    holdFile(await readDefinitionsSchema(), 'application/schema+json', KEPT),
  )
  return defineRoute({
    route: 'GET /openapi/webhooks.schema.json',
    scope: null,
    id: 'getDefinitionsSchema',
    summary: 'The JSON Schema of files with webhooks, for editors',
    description:
      'What `tocsin export` writes and `tocsin apply` reads. An editor that finds this address in the first line of such a file (`# yaml-language-server: $schema=…`) completes and checks it.',
    responses: {
      200: { description: 'JSON Schema, draft 7.', contentType: 'application/schema+json' },
      304: UNCHANGED,
    },
    handler: async ({ headers }) => sendHeld(await held('webhooks.schema.json'), headers),
  })
}

/**
 * Makes all documents. Routes outside /api/v6 and /api/v15 belong to v1, also the token service: those two have what
 * their specification says.
 */
export function describeAll(
  routes: readonly Route[],
  { version, basePath }: DocumentsOptions,
): Readonly<Record<DocumentName, OpenApiDocument>> {
  const routesOf = Map.groupBy(routes, documentOf)
  const describe = (name: DocumentName) =>
    describeApi(routesOf.get(name) ?? [], {
      title: DOCUMENT_TITLES[name],
      description: DESCRIPTIONS[name],
      version,
      basePath,
      isLegacy: name !== 'v1',
    })
  return { v1: describe('v1'), v15: describe('v15'), v6: describe('v6') }
}

function documentOf({ path }: Route): DocumentName {
  if (path.startsWith('/api/v6/')) return 'v6'
  return path.startsWith('/api/v15/') ? 'v15' : 'v1'
}

/** A file held once, for any number of slow readers. */
interface HeldFile {
  readonly contentType: string
  /** Sent with 304 as well. */
  readonly always: { readonly etag: string; readonly 'cache-control': string; readonly vary: string }
  readonly plain: Buffer
  readonly compressed: Buffer
}

async function holdFile(text: string, contentType: string, cacheControl: string): Promise<HeldFile> {
  const plain = Buffer.from(text)
  const always = { 'cache-control': cacheControl, etag: etagOf(plain), vary: 'accept-encoding' }
  return { contentType, always, plain, compressed: await compress(plain) }
}

/** A failed file is retried by the next request. */
function holdByName<Name extends string>(
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

/** Returns the tag of the content in any encoding: weak, because the bytes differ (RFC 9110, section 8.8.3.3). */
function etagOf(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}

/** Sends the best encoding, or 304. */
function sendHeld(
  { contentType, always, plain, compressed }: HeldFile,
  headers: IncomingHttpHeaders,
): RouteResponse {
  if (matchesIfNoneMatch(headers, always.etag)) return { status: 304, headers: always }
  const isCompressed = chooseCoding(headers['accept-encoding'], ['gzip']) === 'gzip'
  return {
    status: 200,
    headers: { ...always, 'content-type': contentType, ...(isCompressed && { 'content-encoding': 'gzip' }) },
    body: isCompressed ? compressed : plain,
  }
}
