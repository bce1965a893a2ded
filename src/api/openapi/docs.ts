import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Type } from '../routes/schema-builder.ts'
import { AppError } from '../../domain/errors.ts'
import { DOCUMENT_NAMES, describeAll, type DocumentName } from './documents.ts'
import { docsPage, docsScript } from './docs-page.ts'
import { holdByName, holdFile, sendHeld } from '../server/held-file.ts'
import { defineRoute, type AnswerSpec, type Route } from '../routes/route.ts'

/** The files of Swagger UI that the page needs; no other of the package is served. */
const ASSETS: Readonly<Record<string, string>> = {
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** Nothing from anywhere else, nothing inline, no frames: the page can only talk to this server. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface DocsOptions {
  readonly version: string
  readonly basePath: string
}

/** The OpenAPI documents of `routes` and of these routes themselves, and a page to read and try them. */
export function docsRoutes(routes: readonly Route[], options: DocsOptions): readonly Route[] {
  // When somebody first asks: it takes longer than all else that is done with the routes at the start.
  let documents: ReturnType<typeof describeAll> | undefined
  const own: readonly Route[] = [
    getDocument((name) => (documents ??= describeAll([...routes, ...own], options))[name]),
    getDefinitionsSchema(),
    getPage(options),
    getScript(options),
    getAsset(),
  ]
  return own
}

const UNCHANGED: AnswerSpec = { description: 'It is still what `If-None-Match` names.' }

/** So long a browser need not ask again. */
const KEPT = 'max-age=3600'

function getDocument(describe: (name: DocumentName) => unknown): Route {
  // Made when the first one asks, and then held: large as they are, they are the same for everybody.
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
    answers: {
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

/** As it is committed: made of the routes' own schemas (`npm run gen`). */
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
    answers: {
      200: { description: 'JSON Schema, draft 7.', contentType: 'application/schema+json' },
      304: UNCHANGED,
    },
    handler: async ({ headers }) => sendHeld(await held('webhooks.schema.json'), headers),
  })
}

function getPage({ basePath }: DocsOptions): Route {
  const body = docsPage(basePath)
  return defineRoute({
    method: 'GET',
    path: '/docs',
    scope: null,
    id: 'getDocs',
    summary: 'A page to read the documents and to try the interfaces',
    tag: 'docs',
    answers: { 200: { description: 'The page.', contentType: 'text/html' } },
    handler: async () => ({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'no-referrer',
      },
      body,
    }),
  })
}

function getScript({ basePath }: DocsOptions): Route {
  const held = holdByName(() =>
    holdFile({
      content: docsScript(basePath),
      contentType: 'text/javascript; charset=utf-8',
      cacheControl: KEPT,
    }),
  )
  return defineRoute({
    method: 'GET',
    path: '/docs/start.js',
    scope: null,
    id: 'getDocsScript',
    summary: 'The script that starts the page',
    tag: 'docs',
    answers: { 200: { description: 'The script.', contentType: 'text/javascript' }, 304: UNCHANGED },
    handler: async ({ headers }) => sendHeld(await held('start.js'), headers),
  })
}

function getAsset(): Route {
  const held = holdByName(async (name) =>
    holdFile({
      content: await readFile(join(assetFolder(), name)),
      contentType: ASSETS[name] ?? '',
      cacheControl: KEPT,
    }),
  )
  return defineRoute({
    method: 'GET',
    path: '/docs/:file',
    scope: null,
    id: 'getDocsFile',
    summary: 'A file that the page needs',
    tag: 'docs',
    params: Type.Object({
      file: Type.String({ description: 'Which one.', 'x-value': Type.Enum(Object.keys(ASSETS)) }),
    }),
    answers: { 200: { description: 'The file.', contentType: '*/*' }, 304: UNCHANGED },
    handler: async ({ params: { file }, headers }) => {
      if (!Object.hasOwn(ASSETS, file)) throw new AppError('not_found', 'The page has no such file.')
      return sendHeld(await held(file), headers)
    },
  })
}

/** Looked up when it is needed: a service without the package misses its page, nothing else. */
function assetFolder(): string {
  return join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..')
}
