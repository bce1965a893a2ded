import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import { routeTable } from '../../../scripts/pages/openapi-documents.ts'
import { DOCUMENT_NAMES } from '../../../src/api/openapi/document-routes.ts'
import type { OpenApiDocument, Operation, Parameter } from '../../../src/api/openapi/openapi.ts'
import { SCOPES } from '../../../src/domain/people/token.ts'
import { VERSION } from '../../../src/runtime/version.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const OPEN = { 'x-auth-token': '' }

function committed(name: string): OpenApiDocument {
  return JSON.parse(readFileSync(new URL(`../../../openapi/${name}.json`, import.meta.url), 'utf8'))
}

function operationsOf({ paths }: OpenApiDocument) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
}

/** Every member named `name`, however deep. */
function everyMember(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name ? [inner] : []),
    ...everyMember(inner, name),
  ])
}

function exampledSchemas(
  value: unknown,
): readonly { readonly schema: object; readonly examples: unknown[] }[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(exampledSchemas)
  return 'examples' in value && Array.isArray(value.examples)
    ? [...inner, { schema: value, examples: value.examples }]
    : inner
}

function resolve(document: OpenApiDocument, ref: string): unknown {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], document)
}

/** A value with each reference in it replaced by what it refers to; for schemas that do not hold themselves. */
function withReferences(document: OpenApiDocument, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return withReferences(document, resolve(document, String(value.$ref)))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withReferences(document, inner)]),
  )
}

describe('the schemas of routes', () => {
  it('are schemas; the service takes them as they are', () => {
    const ajv = new Ajv({ strict: false })
    const schemas = routeTable().flatMap(({ params, query, body }) => [params, query, body])
    for (const schema of schemas.filter((schema) => schema !== undefined)) {
      assert.ok(ajv.validateSchema(schema), `${ajv.errorsText()}: ${JSON.stringify(schema)}`)
    }
  })
})

describe('the documents of the management interface', () => {
  for (const version of ['v6', 'v15']) {
    it(`write the paths of ${version} as the interface has them, slash and all`, () => {
      assert.deepEqual(
        operationsOf(committed(version)).map(({ path, method }) => `${method} ${path}`),
        [
          `get /api/${version}/webhook/`,
          `post /api/${version}/webhook/`,
          `get /api/${version}/webhook/{webhook_id}`,
          `put /api/${version}/webhook/{webhook_id}`,
          `delete /api/${version}/webhook/{webhook_id}`,
        ],
      )
    })
  }

  for (const version of ['v6', 'v15'] as const) {
    it(`marks no member of a response of ${version} as required, as the interface does`, () => {
      const document = committed(version)
      for (const { method, path, operation } of operationsOf(document)) {
        const response = operation.responses['200']
        assert.deepEqual(everyMember(withReferences(document, response), 'required'), [], `${method} ${path}`)
      }
    })
  }

  it('writes the token service likewise', () => {
    assert.deepEqual(Object.keys(committed('v1').paths['/api/token/'] ?? {}), ['post', 'delete'])
  })
})

for (const name of DOCUMENT_NAMES) {
  describe(`openapi/${name}.json`, () => {
    const document = committed(name)

    it('refers only to what it holds', () => {
      const refs = everyMember(document, '$ref').map(String)

      assert.deepEqual(
        refs.filter((ref) => !ref.startsWith('#/components/') || resolve(document, ref) === undefined),
        [],
      )
    })

    it('holds no component that nothing refers to', () => {
      const { securitySchemes: _named, ...referable } = document.components
      const components = Object.entries(referable).flatMap(([kind, entries]) =>
        Object.keys(entries).map((entry) => `#/components/${kind}/${entry}`),
      )
      const refs = new Set(everyMember(document, '$ref'))

      assert.deepEqual(
        components.filter((component) => !refs.has(component) && !component.endsWith('/Problem')),
        [],
      )
    })

    it('gives every operation a name of its own, a summary and responses', () => {
      const operations = operationsOf(document)
      const ids = operations.map(({ operation }) => operation.operationId)

      assert.deepEqual([...new Set(ids)], ids)
      for (const { operation } of operations) {
        assert.match(operation.operationId, /^[a-z][A-Za-z0-9]+$/)
        assert.ok(String(operation['summary']).length > 3)
        assert.ok(Object.keys(operation.responses).some((status) => /^[23]/.test(status)))
      }
    })

    it('declares every parameter of every path, and no other', () => {
      for (const { path, operation } of operationsOf(document)) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        const declared = parametersIn(operation, 'path')

        assert.deepEqual(
          declared.map(({ name }) => name),
          inPath,
        )
        assert.ok(declared.every(({ required }) => required))
      }
    })

    it('shows examples that fit their schemas', () => {
      for (const { schema, examples } of exampledSchemas(document)) {
        const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
        for (const example of examples) assert.ok(validate(example), JSON.stringify([schema, example]))
      }
    })

    it('keeps the notes to our own validator to itself', () => {
      assert.doesNotMatch(JSON.stringify(document), /"x-(?:value|hint|type-hint|unknown)"/)
    })
  })
}

describe('the documents', () => {
  it('hold every route, each once', () => {
    const described = DOCUMENT_NAMES.flatMap((name) =>
      operationsOf(committed(name)).map(({ path, method }) => `${method} ${path}`),
    )
    const routes = routeTable().map(
      ({ path, method }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    )

    assert.deepEqual(described.sort(), routes.sort())
  })

  it('say for every operation which scope it needs, and ask for a token where it needs one', () => {
    const scopes = Object.keys(SCOPES).join('|')
    for (const name of DOCUMENT_NAMES) {
      for (const { operation } of operationsOf(committed(name))) {
        const isOpen = (operation['security'] as readonly unknown[]).length === 0

        const sentence = isOpen
          ? /Open: needs no token\.$/
          : new RegExp(`Needs (the scope \`(${scopes})\`|a token or a session, whatever its scopes)\\.$`)
        assert.match(String(operation['description']), sentence)
        // Where one signs in, that may be refused too.
        const isSignIn = ['signIn', 'issueToken'].includes(operation.operationId)
        assert.equal('401' in operation.responses, !isOpen || isSignIn)
      }
    }
  })

  it('describe query parameters as what they stand for, not as the text they are', () => {
    const list = committed('v1').paths['/v1/deliveries']?.['get']
    assert.ok(list)
    const types = parametersIn(list, 'query').map(({ name, schema }) => [name, schema.type])

    assert.deepEqual(types, [
      ['limit', 'integer'],
      ['cursor', 'string'],
      ['state', 'array'],
      ['undelivered', 'boolean'],
      ['webhook_id', 'integer'],
      ['event_id', 'integer'],
      ['alert_id', 'integer'],
      ['severity', 'array'],
      ['kind', 'string'],
      ['server', 'string'],
      ['search', 'string'],
      ['label', 'array'],
      ['from', 'string'],
      ['until', 'string'],
    ])
  })
})

describe('/openapi', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ settings: { TOCSIN_BASE_PATH: '/pem' } })
  })
  after(() => app.stop())

  it('serves each document as committed, with the base path as its server', async () => {
    for (const name of DOCUMENT_NAMES) {
      const { status, json } = await app.call('GET', `/pem/openapi/${name}.json`, undefined, OPEN)

      assert.equal(status, 200)
      assert.deepEqual(json, { ...committed(name), servers: [{ url: '/pem' }] })
      assert.equal(json.info.version, VERSION)
    }
  })

  it('serves each document and file compressed to those who take that, and not again to those who have it', async () => {
    for (const path of ['/openapi/v1.json', '/openapi/webhooks.schema.json']) {
      const ask = (headers: Record<string, string>) => app.server.inject({ url: `/pem${path}`, headers })
      const plain = await ask({})
      const packed = await ask({ 'accept-encoding': 'gzip, br' })
      const etag = String(plain.headers['etag'])

      assert.equal(plain.headers['content-encoding'], undefined)
      assert.deepEqual([packed.headers['content-encoding'], packed.headers['etag']], ['gzip', etag])
      assert.equal(packed.headers['vary'], 'accept-encoding')
      assert.ok(gunzipSync(packed.rawPayload).equals(plain.rawPayload))
      for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
        const again = await ask({ 'if-none-match': known })
        assert.deepEqual([again.statusCode, again.payload, again.headers['etag']], [304, '', etag])
      }
      assert.equal((await ask({ 'if-none-match': '"other"' })).statusCode, 200)
    }
  })

  it('answers 404 for any other document', async () => {
    for (const path of ['/openapi/v2.json', '/openapi/__proto__']) {
      assertProblem(await app.call('GET', `/pem${path}`, undefined, OPEN), 404)
    }
  })
})

function parametersIn({ parameters = [] }: Operation, place: Parameter['in']): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === place)
}
