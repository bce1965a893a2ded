import assert from 'node:assert/strict'
import { Compile, type Validator } from 'typebox/schema'
import { describeAll } from '../../../src/api/openapi/document-routes.ts'
import type { OpenApiDocument, Operation, OperationResponse } from '../../../src/api/openapi/openapi.ts'
import type { SourceSettings } from '../../../src/domain/source/source.ts'
import { VERSION } from '../../../src/runtime/version.ts'
import { routeTable } from '../../../scripts/pages/openapi-documents.ts'
import type { CallResponse } from './start-app.ts'

/** Where the response came from: its path below the base path, the query included or not. */
export interface Asked {
  readonly method: string
  readonly path: string
}

/** Holds a response against the documents; throws an AssertionError. */
export type Contract = (asked: Asked, response: Omit<CallResponse, 'json'>) => void

/** Headers that mean something to a client, so that a document has to name them. */
const TELLING_HEADERS: ReadonlySet<string> = new Set([
  'content-disposition',
  'etag',
  'link',
  'location',
  'retry-after',
  'set-cookie',
  'www-authenticate',
  'x-subject-token',
  'x-tocsin-truncated',
])

/** Made when the first response is checked, and once for all services with such sources. */
export function contractOf(sources: readonly SourceSettings[]): Contract {
  const known = contracts.get(sources)
  if (known) return known
  // All that a document says of a source is in it.
  const words = JSON.stringify(sources)
  const contract = contractsByWords.get(words) ?? createContract(sources)
  contracts.set(sources, contract)
  contractsByWords.set(words, contract)
  return contract
}

const contracts = new WeakMap<readonly SourceSettings[], Contract>()
const contractsByWords = new Map<string, Contract>()

/**
 * What the OpenAPI documents of a service with these sources promise: of every operation, its status, content type and
 * headers are declared, and its body fits the schema. What no document describes is refused as a problem, or as a page.
 */
function createContract(sources: readonly SourceSettings[]): Contract {
  const { v1, v15, v6 } = describeAll(routeTable(sources), { version: VERSION, basePath: '' })
  const documents = [v1, v15, v6].map((document) => new Documented(document))
  return ({ method, path }, response) => {
    const address = path.replace(/\?.*$/s, '')
    const found = documents.flatMap((document) => document.find(method, address) ?? [])
    for (const check of found) check(response)
    const legacy = address.startsWith('/api/')
    if (found.length === 0)
      (legacy ? documents[1] : documents[0])?.checkRefusal(`${method} ${path}`, response)
  }
}

class Documented {
  readonly #document: OpenApiDocument
  readonly #patterns: readonly { readonly path: string; readonly pattern: RegExp }[]
  readonly #validators = new Map<object, Validator>()

  constructor(document: OpenApiDocument) {
    this.#document = document
    // An address that is written out goes before one with parameters.
    this.#patterns = Object.keys(document.paths)
      .toSorted((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => ({ path, pattern: toPattern(path) }))
  }

  find(method: string, address: string): ((response: Omit<CallResponse, 'json'>) => void) | undefined {
    const path = this.#patterns.find(({ pattern }) => pattern.test(address))?.path ?? ''
    const operation = this.#document.paths[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    return operation && ((response) => this.#check(operation, `${method} ${address}`, response))
  }

  checkRefusal(what: string, response: Omit<CallResponse, 'json'>): void {
    if (response.status < 400 || contentTypeOf(response) === 'text/html') return
    const schema = this.#document.components['schemas']?.['Problem']
    assert.ok(schema)
    assert.equal(contentTypeOf(response), 'application/problem+json', `${what} was refused in another form`)
    this.#checkBody(schema, what, response)
  }

  #check({ responses }: Operation, what: string, response: Omit<CallResponse, 'json'>): void {
    const said = `${what} answered ${response.status}`
    const declared = responses[response.status]
    assert.ok(declared, `${said}, which is not declared: ${response.text}`)
    const description = '$ref' in declared ? this.#resolve(declared.$ref) : declared
    this.#checkHeaders(description.headers ?? {}, said, response)
    const contentType = contentTypeOf(response)
    if (contentType === undefined)
      return assert.equal(response.text, '', `${said} with a body without a type`)
    const content = description.content?.[contentType] ?? description.content?.['*/*']
    assert.ok(content, `${said} as ${contentType}, which is not declared`)
    if (contentType.endsWith('json') && content.schema) this.#checkBody(content.schema, said, response)
  }

  #checkHeaders(
    declared: NonNullable<OperationResponse['headers']>,
    said: string,
    response: Pick<CallResponse, 'headers'>,
  ) {
    const known = new Map(Object.entries(declared).map(([name, spec]) => [name.toLowerCase(), spec]))
    for (const [name, { required = false, schema }] of known) {
      const value = response.headers[name]
      if (required) assert.ok(value !== undefined, `${said} without the header ${name}`)
      if (schema.type === 'integer')
        assert.match(String(value ?? 0), /^\d+$/, `${said} with ${name}: ${value}`)
    }
    for (const name of Object.keys(response.headers)) {
      if (TELLING_HEADERS.has(name)) assert.ok(known.has(name), `${said} with ${name}, which is not declared`)
    }
  }

  #checkBody(schema: object, said: string, { text }: Pick<CallResponse, 'text'>): void {
    if (text === '') return
    const { components } = this.#document
    const validator = this.#validators.get(schema) ?? Compile({ ...schema, components })
    this.#validators.set(schema, validator)
    const value: unknown = JSON.parse(text)
    if (validator.Check(value)) return
    const [, errors] = validator.Errors(value)
    assert.fail(`${said}: the body does not fit its schema: ${JSON.stringify(errors)} ${text}`)
  }

  #resolve(ref: string): OperationResponse {
    const response = this.#document.components.responses[ref.split('/').at(-1) ?? '']
    assert.ok(response, `${ref} is not in the document`)
    return response
  }
}

function contentTypeOf({ headers }: Pick<CallResponse, 'headers'>): string | undefined {
  const given = headers['content-type']
  return given === undefined ? undefined : String(given).split(';')[0]
}

/** A slash at the end makes no difference. */
function toPattern(path: string): RegExp {
  const inner = path.replace(/\/$/, '').replaceAll('.', '\\.')
  return new RegExp(`^${inner.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
}
