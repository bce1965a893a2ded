import assert from 'node:assert/strict'
import { Errors } from 'typebox/schema'
import type { CallAnswer, TestApp } from './start-app.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}
interface Operation {
  readonly responses: Readonly<Record<string, Response>>
}
interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

/**
 * Calls like `app.call`, and holds each answer against what the served OpenAPI document says of the operation: the
 * status is declared, the content type is declared, the body fits its schema.
 */
export async function describedCalls(app: TestApp, name = 'v1'): Promise<TestApp['call']> {
  const document: Document = (await app.call('GET', `/openapi/${name}.json`)).json
  return async (method, path, body, headers) => {
    const answer = await app.call(method, path, body, headers)
    assertDescribed(document, { method, path }, answer)
    return answer
  }
}

function assertDescribed(
  document: Document,
  { method, path }: { readonly method: string; readonly path: string },
  answer: CallAnswer,
): void {
  const operation = findOperation(document, method, path)
  const declared = operation.responses[answer.status]
  assert.ok(declared, `${method} ${path} answered ${answer.status}, which is not declared: ${answer.text}`)
  const response = declared.$ref
    ? document.components.responses[declared.$ref.split('/').at(-1) ?? '']
    : declared
  assert.ok(response, `${declared.$ref} is not in the document`)
  if (answer.text === '') return
  const contentType = String(answer.headers['content-type']).split(';')[0] ?? ''
  const content = response.content?.[contentType] ?? response.content?.['*/*']
  assert.ok(content, `${method} ${path} ${answer.status} has the content type ${contentType}, not declared`)
  if (!contentType.endsWith('json') || !content.schema) return
  const [fits, errors] = Errors({ ...content.schema, components: document.components }, answer.json)
  assert.ok(
    fits,
    `${method} ${path}: the answer does not fit its schema: ${JSON.stringify(errors)} ${answer.text}`,
  )
}

function findOperation({ paths }: Document, method: string, path: string): Operation {
  const address = path.split('?')[0] ?? ''
  const exact = Object.keys(paths).filter((candidate) => candidate === address)
  const matching = Object.keys(paths).filter((candidate) =>
    new RegExp(`^${candidate.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(address),
  )
  const operation = paths[[...exact, ...matching][0] ?? '']?.[method.toLowerCase()]
  assert.ok(operation, `${method} ${address} is not in the document`)
  return operation
}
