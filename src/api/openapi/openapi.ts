import { tagOf } from './tags.ts'
import { ERROR_CODES, type ErrorCode } from '../../domain/errors.ts'
import { IF_MATCH_PATTERN } from '../server/etag.ts'
import { describeSchema, type Components, type JsonSchema } from './openapi-schema.ts'
import { possibleRefusals, STATUS_OF } from '../routes/problem.ts'
import type { ResponseSpec, Route, RouteScope } from '../routes/route.ts'

export interface ApiDescription {
  readonly title: string
  readonly description: string
  readonly version: string
  readonly basePath: string
  /** The document is of v6 or v15: refusals have their members, and the session's cookie is not named. */
  readonly isLegacy: boolean
}

/** An OpenAPI 3.1 document; a value of JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1'
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, OperationResponse>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
  }
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  /** Empty: open to anybody. */
  readonly security: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, OperationResponse | ResponseRef>>
}

/** A shared response among the components. */
export interface ResponseRef {
  readonly $ref: string
}

export interface OperationResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, ResponseHeader>>
  readonly content?: Content
}

export interface ResponseHeader {
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

/** Content by media type. */
export type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

/**
 * Makes the document from the entries that register and validate the routes, so it says what the server does. Pure and
 * deterministic.
 */
export function describeApi(routes: readonly Route[], api: ApiDescription): OpenApiDocument {
  const components: Components = { schemas: {} }
  const paths: Record<string, Record<string, Operation>> = {}
  const errorCodes = new Set<ErrorCode>()
  for (const route of routes) {
    const path = (paths[route.path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
    path[route.method.toLowerCase()] = describeOperation(route, {
      components,
      errorCodes,
      security: api.isLegacy ? BY_TOKEN : BY_ANY,
    })
  }
  components.schemas['Problem'] = api.isLegacy ? LEGACY_PROBLEM : PROBLEM
  return {
    openapi: '3.1.1',
    info: {
      title: api.title,
      description: api.description,
      version: api.version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: api.basePath === '' ? '/' : api.basePath }],
    tags: [...new Set(routes.map(({ path }) => tagOf(path)))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: api.isLegacy ? SECURITY_SCHEMES : { ...SECURITY_SCHEMES, ...SESSION_SCHEMES },
      responses: Object.fromEntries(
        [...errorCodes].sort().map((code) => [pascalCase(code), describeError(code)]),
      ),
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

interface Collected {
  readonly components: Components
  readonly errorCodes: Set<ErrorCode>
  readonly security: readonly object[]
}

function describeOperation(route: Route, { components, errorCodes, security }: Collected): Operation {
  const { scope, body } = route
  const parameters = [
    ...describePathParameters(route, components),
    ...describeQuery(route, components),
    ...describePreconditions(route),
  ]
  const codes = possibleRefusals(route)
  for (const code of codes) errorCodes.add(code)
  const scopeSentence = SENTENCES.get(scope) ?? `Needs the scope \`${scope}\`.`
  return {
    operationId: route.id,
    summary: route.summary,
    description: route.description === undefined ? scopeSentence : `${route.description}\n\n${scopeSentence}`,
    tags: [tagOf(route.path)],
    security: scope === null ? [] : security,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !route.bodyOptional,
        content: {
          [route.anyContentType ? '*/*' : 'application/json']: { schema: describeSchema(body, components) },
        },
      },
    }),
    responses: Object.fromEntries([
      ...responsesOf(route).map(([status, response]) => [
        status,
        describeResponse(response, status, components),
      ]),
      ...codes.map((code) => [STATUS_OF[code], { $ref: `#/components/responses/${pascalCase(code)}` }]),
    ]),
  }
}

/** A conditional request also has 304. */
function responsesOf({ responses }: Route): readonly (readonly [status: number, response: ResponseSpec])[] {
  return Object.entries(responses).map(([status, given]) => {
    const response = specOf(given)
    return status === '200' && 304 in responses
      ? [200, { ...response, headers: { ETag: 'For `If-None-Match`.', ...response.headers } }]
      : [Number(status), response]
  })
}

function specOf(given: Route['responses'][number]): ResponseSpec {
  if (typeof given === 'string') return { description: given }
  return 'description' in given ? given : { description: given[0], schema: given[1] }
}

function describeResponse(response: ResponseSpec, status: number, components: Components): OperationResponse {
  const { description, schema, headers } = response
  const contentType = response.contentType ?? (status >= 400 ? PROBLEM_TYPE : 'application/json')
  const described = schema ? describeSchema(schema, components) : status >= 400 ? PROBLEM_REF : undefined
  const hasContent = described !== undefined || response.contentType !== undefined
  return {
    description,
    ...describeHeaders(status, headers),
    ...(hasContent && {
      content: {
        [contentType]: described === undefined ? {} : { schema: described },
        // Dialects have their own refusals; the server's are problems.
        ...(status >= 400 && contentType !== PROBLEM_TYPE && { [PROBLEM_TYPE]: { schema: PROBLEM_REF } }),
      },
    }),
  }
}

function describeError(code: ErrorCode): OperationResponse {
  return {
    description: ERROR_CODES[code],
    ...describeHeaders(STATUS_OF[code]),
    content: { [PROBLEM_TYPE]: { schema: PROBLEM_REF } },
  }
}

function describeHeaders(
  status: number,
  headers: ResponseSpec['headers'] = {},
): Pick<OperationResponse, 'headers'> {
  const all = {
    ...HEADERS_OF_STATUS[status],
    ...Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } },
      ]),
    ),
  }
  return Object.keys(all).length > 0 ? { headers: all } : {}
}

/** Declares every `:name` of the path, also without a schema. */
function describePathParameters({ path, params }: Route, components: Components): readonly Parameter[] {
  const described = params ? describeSchema(params, components) : {}
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...toParameter(described.properties?.[name] ?? { type: 'string' }),
  }))
}

function describeQuery({ query }: Route, components: Components): readonly Parameter[] {
  const described = query ? describeSchema(query, components) : {}
  return Object.entries(described.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: described.required?.includes(name) ?? false,
    ...toParameter(schema),
    // Repeated parameters work too; the document shows the comma-separated form.
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  }))
}

/** Routes with 304 read If-None-Match; those with 412 read If-Match (RFC 9110, section 13.1). */
function describePreconditions({ responses }: Route): readonly Parameter[] {
  const header = (name: string, description: string, pattern?: string): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...(pattern !== undefined && { pattern }) },
  })
  return [
    ...(304 in responses
      ? [header('If-None-Match', 'The ETag of what you have: 304 if it is still the same.')]
      : []),
    ...(412 in responses
      ? [header('If-Match', 'The ETag of what you read: 412 if it has changed since.', IF_MATCH_PATTERN)]
      : []),
  ]
}

function toParameter({ description, ...schema }: JsonSchema): Pick<Parameter, 'description' | 'schema'> {
  return { ...(description !== undefined && { description }), schema }
}

function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

const PROBLEM_TYPE = 'application/problem+json'
const PROBLEM_REF: JsonSchema = { $ref: '#/components/schemas/Problem' }

const PROBLEM_PROPERTIES = {
  type: { type: 'string', description: 'Which refusal it is, as a URN; docs/errors.md lists them.' },
  title: { type: 'string' },
  status: { type: 'integer' },
  detail: { type: 'string', description: 'What is wrong and what to do, in a sentence.' },
  errors: {
    type: 'array',
    description: 'Each wrong field.',
    items: {
      type: 'object',
      required: ['path', 'message'],
      properties: { path: { type: 'string' }, message: { type: 'string' } },
    },
  },
} satisfies Record<string, JsonSchema>

const LAST_CHANGED: JsonSchema = {
  type: 'object',
  description:
    'With 412, if known and the caller may read webhooks: the changes since the revision in `If-Match`.',
  required: ['revision', 'at', 'by', 'fields'],
  properties: {
    revision: { type: 'integer', description: 'The present one.' },
    at: { type: 'string', format: 'date-time', description: 'When it was changed last.' },
    by: { type: 'string', description: 'Who changed it.' },
    fields: {
      type: 'array',
      description: 'The changed members, as the audit log names them.',
      items: { type: 'string' },
    },
  },
}

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'RFC 9457.',
  required: Object.keys(PROBLEM_PROPERTIES),
  properties: { ...PROBLEM_PROPERTIES, last_changed: LAST_CHANGED },
}

const LEGACY_PROPERTIES = {
  ...PROBLEM_PROPERTIES,
  success: { const: 0 },
  errormsg: { type: 'string', description: 'The same as `detail`.' },
} satisfies Record<string, JsonSchema>

const LEGACY_PROBLEM: JsonSchema = {
  type: 'object',
  description: 'RFC 9457, with the two members that clients of this interface know.',
  required: Object.keys(LEGACY_PROPERTIES),
  properties: LEGACY_PROPERTIES,
}

const SECURITY_SCHEMES = {
  token: { type: 'apiKey', in: 'header', name: 'X-Auth-Token', description: 'A token of this service.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same token, as `Authorization: Bearer`.' },
}

const BY_TOKEN = [{ token: [] }, { bearer: [] }]
const BY_ANY = [...BY_TOKEN, { session: [], csrf: [] }]

const SESSION_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    // Tools send it as it is, so it has to be a token (RFC 6265, section 4.1.1).
    name: 'tocsin_session_ID',
    description:
      'The cookie of a session, as the console uses it; `ID` stands for the beginning of the installation’s id.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'Beside the cookie, for all but GET: `csrf_token` of `GET /v1/session`.',
  },
}

const SENTENCES: ReadonlyMap<RouteScope, string> = new Map([
  [null, 'Open: needs no token.'],
  ['any', 'Needs a token or a session, whatever its scopes.'],
])

const RETRY_AFTER: Readonly<Record<string, ResponseHeader>> = {
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
}

/** Headers that the server adds to every response of a status. */
const HEADERS_OF_STATUS: Readonly<Record<number, Readonly<Record<string, ResponseHeader>>>> = {
  304: { ETag: { description: 'The same as before.', required: true, schema: { type: 'string' } } },
  401: {
    'WWW-Authenticate': { description: 'How to come back.', required: true, schema: { type: 'string' } },
  },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
}
