import { Type } from '../routes/schema-builder.ts'
import { AppError } from '../../domain/errors.ts'
import { DOCUMENT_NAMES, describeAll, type DocumentName } from './documents.ts'
import type { OpenApiDocument } from './openapi.ts'
import { holdByName, holdFile, sendHeld } from './held-file.ts'
import { defineRoute, type ResponseSpec, type Route } from '../routes/route.ts'

export interface DocumentsOptions {
  readonly version: string
  readonly basePath: string
}

/** Returns the routes of the OpenAPI documents, which describe `routes` and these routes themselves. */
export function documentRoutes(routes: readonly Route[], options: DocumentsOptions): readonly Route[] {
  // Describes all routes when somebody first asks: it takes longer than all else at the start.
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
async function readDefinitionsSchema(): Promise<string> {
  const file = await import('../../../docs/schema/webhooks.schema.json', { with: { type: 'json' } })
  return `${JSON.stringify(file.default, null, 2)}\n`
}

function getDefinitionsSchema(): Route {
  const held = holdByName(async () =>
    holdFile({
      content: await readDefinitionsSchema(),
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
