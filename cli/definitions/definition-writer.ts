import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type * as Yaml from 'yaml'
import { HIDDEN } from '../../src/domain/redaction/redact.ts'
import { DEFINITION_MEMBERS, MEMBER_DEFAULTS, type StoredWebhook } from './webhook-definition.ts'
import type { JsonObject } from '../../src/domain/json-object.ts'
import { asObject, asObjects, asText } from '../view/response.ts'
import { WINDOW_DEFAULTS, WINDOW_MEMBERS, type StoredWindow } from './window-definition.ts'

export interface ExportedWebhook extends StoredWebhook {
  /** Undefined: unsigned, or the secret is not written. */
  readonly signingSecret: string | undefined
}

export interface WritingOptions {
  readonly isJson?: boolean
  /** Address of the files' schema, which editors read from the first line. */
  readonly schemaUrl?: string
  readonly windows?: readonly StoredWindow[]
}

export interface WrittenDefinitions {
  readonly text: string
  /** The variables that the text refers to, in order. */
  readonly names: readonly string[]
}

/**
 * Writes definitions for `tocsin apply`, ordered by name, members in the order of the docs. Defaults are left
 * out, except those that people expect. References stand for hidden values. Pure.
 */
export function writeDefinitions(
  webhooks: readonly ExportedWebhook[],
  { isJson = false, schemaUrl, windows = [] }: WritingOptions = {},
): WrittenDefinitions {
  const names = new SecretNames()
  const sorted = webhooks.toSorted((one, other) =>
    one.name === other.name ? one.id - other.id : one.name < other.name ? -1 : 1,
  )
  const content = {
    webhooks: sorted.map((webhook) => toWritten(webhook, names)),
    ...(windows.length > 0 && { windows: windows.map(toWrittenWindow) }),
  }
  if (isJson) return { text: `${JSON.stringify(content, undefined, 2)}\n`, names: names.all }
  const yaml = createRequire(import.meta.url)('yaml') as typeof Yaml
  const document = new yaml.Document(content)
  yaml.visit(document, {
    Scalar: (_key, node) => {
      if (!isReadBack(yaml, node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  const body = document.toString(FORM)
  return { text: `${describeFile(names.all, schemaUrl)}${body}`, names: names.all }
}

/** Long lines stay whole; texts of several lines become blocks. */
const FORM = { lineWidth: 0, blockQuote: 'literal' } as const

/**
 * Tells whether YAML reads a text back as written. It loses control characters, and this library leading
 * blanks before a line end.
 */
function isReadBack(yaml: typeof Yaml, value: unknown): boolean {
  if (typeof value !== 'string') return true
  if (/[^\P{C}\n\t]/u.test(value)) return false
  if (!value.includes('\n')) return true
  return yaml.parse(yaml.stringify([[value]], FORM))[0][0] === value
}

function describeFile(names: readonly string[], schemaUrl: string | undefined): string {
  const lines = [
    ...(schemaUrl === undefined ? [] : [`yaml-language-server: $schema=${schemaUrl}`]),
    'Webhooks of Tocsin: tocsin apply -f THIS_FILE',
    ...(names.length === 0
      ? []
      : [
          'Secrets are not in here. On another service set these in the environment before:',
          ...names.map((name) => `  ${name}`),
        ]),
  ]
  return `${lines.map((line) => `# ${line}`).join('\n')}\n`
}

function toWritten(
  { name, members, isSigned, signingSecret }: ExportedWebhook,
  names: SecretNames,
): JsonObject {
  const tls = members['tls'] === null ? null : asObject(members['tls'])
  const clearRequest = members['clear_request'] === null ? null : asObject(members['clear_request'])
  const all: JsonObject = {
    ...members,
    name,
    url: escapeReferences(members['url'], () => names.refer(name, 'URL')),
    http_headers: asObjects(members['http_headers']).map((header) => {
      const [key, value] = [asText(header['http_header_key']), asText(header['http_header_value'])]
      const shown = value === HIDDEN ? names.refer(name, key) : escapeReferences(value)
      return { http_header_key: key, http_header_value: shown }
    }),
    clear_request: clearRequest && {
      ...(escapeReferences(clearRequest) as JsonObject),
      url: escapeReferences(clearRequest['url'], () => names.refer(name, 'CLEAR_URL')),
    },
    tls: tls && {
      ...tls,
      ...(tls['client_key'] === HIDDEN && { client_key: names.refer(name, 'CLIENT_KEY') }),
    },
    ...(isSigned && { signing_secret: signingSecret ?? names.refer(name, 'SIGNING_SECRET') }),
  }
  const written = DEFINITION_MEMBERS.filter(
    (member) =>
      all[member] !== undefined &&
      (ALWAYS_WRITTEN.has(member) || !isDeepStrictEqual(all[member], MEMBER_DEFAULTS[member])),
  )
  return Object.fromEntries(
    written.map((member) => [member, DONE.has(member) ? all[member] : escapeReferences(all[member])]),
  )
}

function toWrittenWindow({ members }: StoredWindow): JsonObject {
  const written = WINDOW_MEMBERS.filter(
    (member) => !isDeepStrictEqual(members[member], WINDOW_DEFAULTS[member]),
  )
  return Object.fromEntries(written.map((member) => [member, escapeReferences(members[member])]))
}

const ALWAYS_WRITTEN: ReadonlySet<string> = new Set([
  'enabled',
  'payload_type',
  'mode',
  'low_alert',
  'med_alert',
  'high_alert',
  'cleared_alert',
])

const DONE: ReadonlySet<string> = new Set(['url', 'http_headers', 'clear_request', 'tls', 'signing_secret'])

/** Escapes `${`; `refer` replaces what is hidden. */
function escapeReferences(value: unknown, refer?: () => string): unknown {
  if (Array.isArray(value)) return value.map((inner) => escapeReferences(inner))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([member, inner]) => [member, escapeReferences(inner)]),
    )
  }
  if (typeof value !== 'string') return value
  const escaped = value.replaceAll('${', () => '$${')
  return refer ? escaped.replaceAll(HIDDEN, () => refer()) : escaped
}

/** Makes unique variable names such as `PAGER_AUTHORIZATION`. */
class SecretNames {
  readonly all: string[] = []
  readonly #used = new Set<string>()

  /** Returns a new reference; if the variable is not set, the service keeps its secret. */
  refer(webhook: string, what: string): string {
    const base = `${toVariable(webhook) || 'WEBHOOK'}_${toVariable(what)}`.replace(TAKEN, 'WEBHOOK_')
    let name = base
    for (let number = 2; this.#used.has(name); number += 1) name = `${base}_${number}`
    this.#used.add(name)
    this.all.push(name)
    return `\${${name}:-${HIDDEN}}`
  }
}

/** Matches a leading digit, and prefixes that other programs use. */
const TAKEN = /^(?=\d|(?:TOCSIN|NODE|LD|DYLD|SSL|HTTPS?|NO|ALL)_)/

function toVariable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60)
}
