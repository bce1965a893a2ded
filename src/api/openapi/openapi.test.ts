import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineRoute, type Route, Type } from '../routes/route.ts'
import { describeApi } from './openapi.ts'

const API = { isLegacy: false, title: 'Test', description: 'A test.', version: '1.0.0', basePath: '/base' }

const thing = Type.Object({ id: Type.Integer(), title: Type.Optional(Type.String()) }, { title: 'Thing' })

function route(given: Partial<Route> = {}): Route {
  return {
    ...defineRoute({
      route: 'GET /things/:thing/parts/:part',
      scope: 'admin',
      id: 'getPart',
      summary: 'A part',
      responses: { 200: { description: 'The part.', schema: thing } },
      handler: async () => ({ status: 200 }),
    }),
    ...given,
  }
}

function operationOf(given: Partial<Route>, api = API) {
  const document = describeApi([route(given)], api)
  const [operation] = Object.values(Object.values(document.paths)[0] ?? {})
  assert.ok(operation)
  return { document, operation }
}

describe('describeApi', () => {
  it('declares the parameters of a path that has no schema for them', () => {
    const { document, operation } = operationOf({})

    assert.deepEqual(Object.keys(document.paths), ['/things/{thing}/parts/{part}'])
    assert.deepEqual(operation.parameters, [
      { name: 'thing', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'part', in: 'path', required: true, schema: { type: 'string' } },
    ])
  })

  it('makes a component of a schema with a title, once, and not of a property of that name', () => {
    const { document } = operationOf({
      responses: {
        200: { description: 'One.', schema: thing },
        201: { description: 'Many.', schema: Type.Array(thing) },
      },
    })

    assert.deepEqual(document.components['schemas']?.['Thing'], {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, title: { type: 'string' } },
    })
  })

  it('does not let two different schemas share a title', () => {
    const other = Type.Object({}, { title: 'Thing' })
    const responses = {
      200: { description: 'One.', schema: thing },
      201: { description: 'Other.', schema: other },
    }

    assert.throws(() => operationOf({ responses }), /two different schemas have the title Thing/)
  })

  it('names the refusals that follow from what a route is', () => {
    const codes = (given: Partial<Route>) => Object.keys(operationOf(given).operation.responses)
    const body = Type.Object({})

    const ofAny = ['400', '408', '431', '500', '503', '505']
    const named = (given: Partial<Route>) => codes(given).filter((code) => !['200', ...ofAny].includes(code))

    assert.deepEqual(codes({ scope: null }), ['200', ...ofAny])
    assert.deepEqual(named({}), ['401', '403', '429'])
    assert.deepEqual(named({ scope: null, method: 'POST', body }), ['413', '415'])
    assert.deepEqual(named({ scope: null, method: 'POST', body, anyContentType: true }), ['413', '415'])
    assert.deepEqual(named({ scope: null, method: 'DELETE' }), ['413', '415'])
    assert.deepEqual(named({ scope: null, query: body }), [])
    assert.deepEqual(named({ scope: null, params: body }), ['404'])
  })

  it('names the headers that every response of a status has', () => {
    const { document, operation } = operationOf({
      responses: {
        304: { description: 'Known.' },
        429: { description: 'Too many.', headers: { Link: 'On.' } },
      },
    })
    const headersOf = (response: unknown) => Object.keys((response as { headers?: object }).headers ?? {})

    assert.deepEqual(headersOf(operation.responses['304']), ['ETag'])
    assert.deepEqual(headersOf(operation.responses['429']), ['Retry-After', 'Link'])
    assert.deepEqual(headersOf(document.components['responses']?.['Unavailable']), ['Retry-After'])
    assert.deepEqual(headersOf(document.components['responses']?.['Unauthorized']), ['WWW-Authenticate'])
  })

  it('keeps the words of a refusal that a route declares itself, as a problem document', () => {
    const { operation } = operationOf({
      params: Type.Object({}),
      responses: { 200: { description: 'One.' }, 404: { description: 'It melted.' } },
    })

    assert.deepEqual(operation.responses['404'], {
      description: 'It melted.',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    })
    assert.deepEqual(operation.responses['200'], { description: 'One.' })
  })

  it('tells the scope, and that a body may be left out', () => {
    const { operation } = operationOf({ description: 'Long.', body: Type.Object({}), bodyOptional: true })

    assert.equal(operation['description'], 'Long.\n\nNeeds the scope `admin`.')
    assert.deepEqual(operation['requestBody'], {
      required: false,
      content: { 'application/json': { schema: { type: 'object', properties: {} } } },
    })
  })

  it('describes what a text stands for, and keeps our own notes to itself', () => {
    const query = Type.Object({
      since: Type.Optional(
        Type.String({
          description: 'Since.',
          'x-hint': 'secret',
          'x-value': { type: 'string', format: 'date-time' },
        }),
      ),
      word: Type.Enum(['a', 'b']),
    })
    const { operation } = operationOf({ path: '/things', query })

    assert.deepEqual(operation.parameters, [
      {
        name: 'since',
        in: 'query',
        required: false,
        description: 'Since.',
        schema: { type: 'string', format: 'date-time' },
      },
      { name: 'word', in: 'query', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
    ])
  })

  it('declares the precondition that a response stands for', () => {
    const names = (status: number) =>
      operationOf({
        path: '/things',
        responses: { 200: { description: '' }, [status]: { description: '' } },
      }).operation.parameters?.map(({ name, in: place }) => [name, place])

    assert.deepEqual(names(304), [['If-None-Match', 'header']])
    assert.deepEqual(names(412), [['If-Match', 'header']])
    assert.deepEqual(names(409), undefined)
  })

  it('gives the problems of v6 and v15 the members that their clients know', () => {
    const native = operationOf({}).document.components['schemas']?.['Problem']
    const legacy = operationOf({}, { ...API, isLegacy: true }).document.components['schemas']?.['Problem']

    const required = (schema: unknown) => (schema as { required: string[] }).required
    assert.deepEqual(required(native), ['type', 'title', 'status', 'detail', 'errors'])
    assert.deepEqual(required(legacy), [...required(native), 'success', 'errormsg'])
  })

  it('tells of sessions in the native interface only', () => {
    const native = operationOf({}).operation['security']
    const legacy = operationOf({}, { ...API, isLegacy: true }).operation['security']

    assert.deepEqual(native, [{ token: [] }, { bearer: [] }, { session: [], csrf: [] }])
    assert.deepEqual(legacy, [{ token: [] }, { bearer: [] }])
  })
})
