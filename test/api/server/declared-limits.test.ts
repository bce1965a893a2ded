import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { routeTable } from '../../../scripts/pages/openapi-documents.ts'
import { describeAll, DOCUMENT_NAMES } from '../../../src/api/openapi/document-routes.ts'
import type { JsonSchema } from '../../../src/api/openapi/openapi-schema.ts'
import type { OpenApiDocument, Operation, Parameter } from '../../../src/api/openapi/openapi.ts'
import { VERSION } from '../../../src/runtime/version.ts'
import {
  membersOf,
  probesOf,
  resolveSchema,
  type Member,
  type Probe,
} from '../../support/app/declared-values.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'

/** They go on for long, lead elsewhere, or end the token that the tests come with. */
const UNTRIED: ReadonlySet<string> = new Set([
  'getStream',
  'getBackup',
  'finishOidcSignIn',
  'startOidcSignIn',
  'revokeToken',
])

/** Whoever tries too much at these is kept out for a while; or they are for people, which the tests' token is not. */
const UNTRIED_BODIES: ReadonlySet<string> = new Set([
  'signIn',
  'issueToken',
  'checkInvitation',
  'acceptInvitation',
  'changeOwnPassword',
])

/**
 * Inside their limits these are checked by more: whether there is what they name, what stands beside them, what
 * they hold.
 */
const JUDGED_FURTHER =
  /(?:^|\.)(?:event_id|fallback_webhook_id|http_header_id|webhook_id|object_id|sample|match|label|tag|filter\.label\[\d+\]|expires_at|starts_at|ends_at|for|zone|repeat|days|days\[0\]|except\[0\]|day|from|missed_alerts|remind|fallback|webhooks\[0\]|preset|fields|end\.\w+|response_rule\[0\]\.equals|tls\.\w+|id)$|^filter\.state/

const DOCUMENTS = describeAll(routeTable(), { version: VERSION, basePath: '' })

interface Target {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

interface Tried {
  readonly place: Parameter['in'] | 'body'
  readonly name: string
  readonly value: unknown
}

for (const name of DOCUMENT_NAMES) {
  describe(`the limits that ${name}.json declares`, () => {
    let app: TestApp
    let madeCount = 0
    before(async () => {
      app = await startApp()
    })
    after(() => app.stop())

    /** The id of something of the kind that the path names; the one before may be gone. */
    const freshId = async (path: string): Promise<string> => {
      if (path.includes('/webhook')) {
        const { json } = await app.call('POST', '/v1/webhooks', {
          name: 'a',
          url: 'http://127.0.0.1:9/',
          mode: 'every_change',
        })
        return String(json.id)
      }
      madeCount += 1
      if (path.startsWith('/v1/windows/')) {
        const times = { zone: 'UTC', begins: '22:00', for: '1h', days: ['2100-01-01'] }
        const window = { name: `window ${madeCount}`, match: 'name="x"', reason: 'x', ...times }
        return String((await app.call('POST', '/v1/windows', window)).json.id)
      }
      if (!path.startsWith('/v1/users/')) return '1'
      const { json } = await app.call('POST', '/v1/users', { name: `user ${madeCount}`, role: 'viewer' })
      return String(json.id)
    }

    /** One value in one member, and beside it nothing but what is required. */
    const ask = async ({ method, path, operation }: Target, { place, name: tried, value }: Tried) => {
      const id = place === 'path' ? String(value) : await namedId(operation, () => freshId(path))
      const query = place === 'query' ? `?${tried}=${encodeURIComponent(String(value))}` : ''
      const least = leastBody(DOCUMENTS[name], operation)
      const body = place === 'body' ? value : least
      const headers = place === 'header' ? { [tried]: String(value) } : {}
      return app.call(method, path.replace(/\{\w+\}/, encodeURIComponent(id)) + query, body, headers)
    }

    for (const target of targetsOf(DOCUMENTS[name])) {
      const { operation } = target
      for (const { name: tried, in: place, schema } of (operation.parameters ?? []).filter(isJudged)) {
        it(`${operation.operationId}: ${tried}`, async () => {
          const { inside, outside } = probesOf((schema['items'] as JsonSchema | undefined) ?? schema)
          const response = ({ value }: Probe) => ask(target, { place, name: tried, value })
          for (const probe of inside) assertTaken(await response(probe), tried, probe)
          for (const probe of outside)
            assertRefused(await response(probe), place === 'path' ? '' : tried, probe)
        })
      }
      for (const member of bodyMembers(DOCUMENTS[name], operation)) {
        it(`${operation.operationId}: ${member.path} of the body`, async () => {
          const { inside, outside } = probesOf(member.schema)
          const response = ({ value }: Probe) =>
            ask(target, { place: 'body', name: '', value: member.bodyWith(value) })
          for (const probe of inside) assertTaken(await response(probe), member.path, probe)
          for (const probe of outside) assertRefused(await response(probe), member.path, probe)
        })
      }
    }
  })
}

function targetsOf({ paths }: OpenApiDocument): readonly Target[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        path,
        method: method.toUpperCase(),
        operation,
      })),
    )
    .filter(({ operation }) => !UNTRIED.has(operation.operationId))
}

/** `If-None-Match` is never refused, and what filters of others mean is theirs to say. */
function isJudged({ name, schema }: Parameter): boolean {
  return name !== 'If-None-Match' && schema['anyOf'] === undefined
}

/** A name that the document gives, or what else there is. */
async function namedId({ parameters = [] }: Operation, other: () => Promise<string>): Promise<string> {
  const { schema = {} } = parameters.find((parameter) => parameter.in === 'path') ?? {}
  const [known] = (schema['enum'] ?? schema['examples'] ?? []) as readonly string[]
  return known ?? other()
}

/** Undefined: none is asked for, or one in the words of others. */
function bodySchema(document: OpenApiDocument, operation: Operation): JsonSchema | undefined {
  const { content } = (operation['requestBody'] ?? {}) as {
    readonly content?: Record<string, { schema: JsonSchema }>
  }
  const schema = content?.['application/json']?.schema
  return schema && resolveSchema(schema, document.components['schemas'] as Record<string, JsonSchema>)
}

function leastBody(document: OpenApiDocument, operation: Operation): unknown {
  const schema = bodySchema(document, operation)
  return schema && membersOf(schema).least
}

function bodyMembers(document: OpenApiDocument, operation: Operation): readonly Member[] {
  const schema = bodySchema(document, operation)
  return schema === undefined || UNTRIED_BODIES.has(operation.operationId) ? [] : membersOf(schema).members
}

function issuesAt({ json }: CallResponse, path: string): readonly string[] {
  const issues: readonly { readonly path: string; readonly message: string }[] = json?.errors ?? []
  return issues.filter((issue) => issue.path === path).map(({ message }) => message)
}

function assertTaken(response: CallResponse, path: string, { what, value }: Probe): void {
  if (JUDGED_FURTHER.test(path)) return
  assert.deepEqual(issuesAt(response, path), [], `${what}, ${shown(value)}, was refused`)
  assert.ok(response.status < 500, response.text)
}

/** Without a path: what the address names is not there. */
function assertRefused(response: CallResponse, path: string, { what, value }: Probe): void {
  assert.equal(
    response.status,
    path === '' ? 404 : 400,
    `${what}, ${shown(value)}: ${response.text.slice(0, 500)}`,
  )
  if (path !== '')
    assert.notDeepEqual(
      issuesAt(response, path),
      [],
      `${what}, ${shown(value)}: ${response.text.slice(0, 500)}`,
    )
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 60)
}
