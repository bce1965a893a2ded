import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Errors } from 'typebox/schema'
import type { CallAnswer } from './start-app.ts'

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

const documents = ['v1', 'v15', 'v6'].map((name): Document =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8')),
)

/**
 * Holds an answer against what the OpenAPI documents say of the operation: its status and content type are declared,
 * its body fits the schema. Addresses and methods that the documents do not have are passed over.
 */
export function assertDescribed(
  { method, path, basePath }: { readonly method: string; readonly path: string; readonly basePath: string },
  answer: CallAnswer,
): void {
  if (!path.startsWith(`${basePath}/`)) return
  for (const document of documents) {
    const operation = findOperation(document, method, path.slice(basePath.length))
    if (operation) assertOperation(document, operation, { what: `${method} ${path}`, answer })
  }
}

function assertOperation(
  { components }: Document,
  { responses }: Operation,
  { what, answer }: { readonly what: string; readonly answer: CallAnswer },
): void {
  const declared = responses[answer.status]
  assert.ok(declared, `${what} answered ${answer.status}, which is not declared: ${answer.text}`)
  const response = declared.$ref ? components.responses[declared.$ref.split('/').at(-1) ?? ''] : declared
  assert.ok(response, `${declared.$ref} is not in the document`)
  if (answer.text === '') return
  const contentType = String(answer.headers['content-type']).split(';')[0] ?? ''
  const content = response.content?.[contentType] ?? response.content?.['*/*']
  assert.ok(content, `${what} answered ${answer.status} as ${contentType}, which is not declared`)
  if (!contentType.endsWith('json') || !content.schema) return
  const [fits, errors] = Errors({ ...content.schema, components }, answer.json)
  assert.ok(fits, `${what}: the answer does not fit its schema: ${JSON.stringify(errors)} ${answer.text}`)
}

function findOperation({ paths }: Document, method: string, path: string): Operation | undefined {
  const address = withoutSlash(path.replace(/\?.*$/s, ''))
  const known = Object.keys(paths)
  const pattern =
    known.find((candidate) => withoutSlash(candidate) === address) ??
    known.find((candidate) => toPattern(candidate).test(address))
  return pattern === undefined ? undefined : paths[pattern]?.[method.toLowerCase()]
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '')
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${withoutSlash(path).replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
