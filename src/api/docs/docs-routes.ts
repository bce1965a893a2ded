import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { Type } from '../routes/schema-builder.ts'
import { AppError } from '../../domain/errors.ts'
import { DOCUMENT_NAMES, describeAll, type DocumentName } from '../openapi/documents.ts'
import type { OpenApiDocument } from '../openapi/openapi.ts'
import { holdByName, holdFile, sendHeld, type HeldFile } from '../server/held-file.ts'
import { defineRoute, type RouteResponse, type ResponseSpec, type Route } from '../routes/route.ts'
import { renderPage } from './pages.ts'
import { readReference } from './reference.ts'

const SCRIPT = 'text/javascript; charset=utf-8'

/** Files that the pages load. */
const FILES: Readonly<Record<string, { readonly url: URL; readonly contentType: string }>> = {
  'docs.css': { url: new URL('files/docs.css', import.meta.url), contentType: 'text/css; charset=utf-8' },
  'docs.js': { url: new URL('files/docs.js', import.meta.url), contentType: SCRIPT },
  'find.js': { url: new URL('files/find.js', import.meta.url), contentType: SCRIPT },
  'try-it.js': { url: new URL('files/try-it.js', import.meta.url), contentType: SCRIPT },
  'icon.svg': {
    url: new URL('../../../console/public/icon.svg', import.meta.url),
    contentType: 'image/svg+xml',
  },
}

/** Nothing from anywhere else, nothing inline, no frames: a page can only talk to this server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface DocsOptions {
  readonly version: string
  readonly basePath: string
}

/**
 * The OpenAPI documents of `routes` and of these routes themselves, and pages to read them and to try the interfaces.
 */
export function docsRoutes(routes: readonly Route[], options: DocsOptions): readonly Route[] {
  // Describes all routes when somebody first asks: it takes longer than all else at the start.
  let documents: ReturnType<typeof describeAll> | undefined
  const describe: Describe = (name) => (documents ??= describeAll([...routes, ...own], options))[name]
  const read = holdPages(describe, options)
  const own: readonly Route[] = [
    getDocument(describe),
    getDefinitionsSchema(),
    getFirstPage(read),
    getPage(read),
  ]
  return own
}

type Describe = (name: DocumentName) => OpenApiDocument

const UNCHANGED: ResponseSpec = { description: 'It is still what `If-None-Match` names.' }

/** The time for which a browser need not ask again. */
const KEPT = 'max-age=3600'

function getDocument(describe: Describe): Route {
  // The documents are created on the first request and then held: they are large, and the same for everybody.
  const held = holdByName((name: DocumentName) =>
    holdFile({
      content: JSON.stringify(describe(name)),
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    }),
  )
  return defineRoute({
    method: 'GET',
    path: '/openapi/:document',
    scope: null,
    id: 'getOpenApiDocument',
    summary: 'The OpenAPI document of one interface',
    tag: 'docs',
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

/** The schema as it is committed, generated from the schemas of the routes (`npm run gen`). */
const DEFINITIONS_SCHEMA = new URL('../../../docs/schema/webhooks.schema.json', import.meta.url)

function getDefinitionsSchema(): Route {
  const held = holdByName(async () =>
    holdFile({
      content: await readFile(DEFINITIONS_SCHEMA),
      contentType: 'application/schema+json',
      cacheControl: KEPT,
    }),
  )
  return defineRoute({
    method: 'GET',
    path: '/openapi/webhooks.schema.json',
    scope: null,
    id: 'getDefinitionsSchema',
    summary: 'The JSON Schema of files with webhooks, for editors',
    description:
      'What `tocsin export` writes and `tocsin apply` reads. An editor that finds this address in the first line of such a file (`# yaml-language-server: $schema=…`) completes and checks it.',
    tag: 'docs',
    responses: {
      200: { description: 'JSON Schema, draft 7.', contentType: 'application/schema+json' },
      304: UNCHANGED,
    },
    handler: async ({ headers }) => sendHeld(await held('webhooks.schema.json'), headers),
  })
}

type ReadPage = (name: string) => Promise<HeldFile>

/** A page of the documents, or a file of those pages, made when the first one asks, and then held. */
function holdPages(describe: Describe, { basePath }: DocsOptions): ReadPage {
  return holdByName(async (name: string) => {
    const file = Object.hasOwn(FILES, name) && FILES[name]
    if (file) {
      const content = await readFile(file.url)
      return holdFile({ content, contentType: file.contentType, cacheControl: KEPT })
    }
    const document = DOCUMENT_NAMES.find((each) => name === each || name.startsWith(`${each}-`))
    const content = document && renderPage(readReference(document, describe(document)), name, basePath)
    if (content === undefined) throw new AppError('not_found', 'The documentation has no such page or file.')
    return holdFile({ content, contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache' })
  })
}

async function send(held: Promise<HeldFile>, headers: IncomingHttpHeaders): Promise<RouteResponse> {
  const response = sendHeld(await held, headers)
  return {
    ...response,
    headers: {
      ...response.headers,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    },
  }
}

function getFirstPage(read: ReadPage): Route {
  return defineRoute({
    method: 'GET',
    path: '/docs',
    scope: null,
    id: 'getDocs',
    summary: 'Documentation with forms to try each operation',
    tag: 'docs',
    responses: { 200: { description: 'The page.', contentType: 'text/html' }, 304: UNCHANGED },
    handler: async ({ headers }) => send(read(DOCUMENT_NAMES[0]), headers),
  })
}

function getPage(read: ReadPage): Route {
  return defineRoute({
    method: 'GET',
    path: '/docs/:page',
    scope: null,
    id: 'getDocsPage',
    summary: 'A page of the documentation, or one of its files',
    tag: 'docs',
    params: Type.Object({
      page: Type.String({ description: 'Which one, such as `v1-webhooks` or `v15`.' }),
    }),
    responses: { 200: { description: 'The page or file.', contentType: '*/*' }, 304: UNCHANGED },
    handler: async ({ params: { page }, headers }) => send(read(page), headers),
  })
}
