import assert from 'node:assert/strict'
import { Compile, type Validator } from 'typebox/schema'
import { describeAll } from '../../../src/api/openapi/documents.ts'
import type { OpenApiDocument, Operation, OperationAnswer } from '../../../src/api/openapi/openapi.ts'
import type { SourceSettings } from '../../../src/domain/source/source.ts'
import { VERSION } from '../../../src/runtime/version.ts'
import { routeTable } from '../../../scripts/pages/openapi-documents.ts'
import type { CallAnswer } from './start-app.ts'

/** Where the answer came from: its path below the base path, the query included or not. */
export interface Asked {
  readonly method: string
  readonly path: string
}

/** Holds an answer against the documents; throws an AssertionError. */
export type Contract = (asked: Asked, answer: Omit<CallAnswer, 'json'>) => void

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

/** Made when the first answer is looked at, and once for all services with such sources. */
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
  return ({ method, path }, answer) => {
    const address = path.replace(/\?.*$/s, '')
    const found = documents.flatMap((document) => document.find(method, address) ?? [])
    for (const check of found) check(answer)
    const legacy = address.startsWith('/api/')
    if (found.length === 0) (legacy ? documents[1] : documents[0])?.checkRefusal(`${method} ${path}`, answer)
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

  find(method: string, address: string): ((answer: Omit<CallAnswer, 'json'>) => void) | undefined {
    const path = this.#patterns.find(({ pattern }) => pattern.test(address))?.path ?? ''
    const operation = this.#document.paths[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    return operation && ((answer) => this.#check(operation, `${method} ${address}`, answer))
  }

  checkRefusal(what: string, answer: Omit<CallAnswer, 'json'>): void {
    if (answer.status < 400 || contentTypeOf(answer) === 'text/html') return
    const schema = this.#document.components['schemas']?.['Problem']
    assert.ok(schema)
    assert.equal(contentTypeOf(answer), 'application/problem+json', `${what} was refused in another form`)
    this.#checkBody(schema, what, answer)
  }

  #check({ responses }: Operation, what: string, answer: Omit<CallAnswer, 'json'>): void {
    const said = `${what} answered ${answer.status}`
    const declared = responses[answer.status]
    assert.ok(declared, `${said}, which is not declared: ${answer.text}`)
    const response = '$ref' in declared ? this.#resolve(declared.$ref) : declared
    this.#checkHeaders(response.headers ?? {}, said, answer)
    const contentType = contentTypeOf(answer)
    if (contentType === undefined) return assert.equal(answer.text, '', `${said} with a body without a type`)
    const content = response.content?.[contentType] ?? response.content?.['*/*']
    assert.ok(content, `${said} as ${contentType}, which is not declared`)
    if (contentType.endsWith('json') && content.schema) this.#checkBody(content.schema, said, answer)
  }

  #checkHeaders(
    declared: NonNullable<OperationAnswer['headers']>,
    said: string,
    answer: Pick<CallAnswer, 'headers'>,
  ) {
    const known = new Map(Object.entries(declared).map(([name, spec]) => [name.toLowerCase(), spec]))
    for (const [name, { required = false, schema }] of known) {
      const value = answer.headers[name]
      if (required) assert.ok(value !== undefined, `${said} without the header ${name}`)
      if (schema.type === 'integer')
        assert.match(String(value ?? 0), /^\d+$/, `${said} with ${name}: ${value}`)
    }
    for (const name of Object.keys(answer.headers)) {
      if (TELLING_HEADERS.has(name)) assert.ok(known.has(name), `${said} with ${name}, which is not declared`)
    }
  }

  #checkBody(schema: object, said: string, { text }: Pick<CallAnswer, 'text'>): void {
    if (text === '') return
    const { components } = this.#document
    const validator = this.#validators.get(schema) ?? Compile({ ...schema, components })
    this.#validators.set(schema, validator)
    const value: unknown = JSON.parse(text)
    if (validator.Check(value)) return
    const [, errors] = validator.Errors(value)
    assert.fail(`${said}: the body does not fit its schema: ${JSON.stringify(errors)} ${text}`)
  }

  #resolve(ref: string): OperationAnswer {
    const response = this.#document.components.responses[ref.split('/').at(-1) ?? '']
    assert.ok(response, `${ref} is not in the document`)
    return response
  }
}

function contentTypeOf({ headers }: Pick<CallAnswer, 'headers'>): string | undefined {
  const given = headers['content-type']
  return given === undefined ? undefined : String(given).split(';')[0]
}

/** A slash at the end makes no difference. */
function toPattern(path: string): RegExp {
  const inner = path.replace(/\/$/, '').replaceAll('.', '\\.')
  return new RegExp(`^${inner.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
}
