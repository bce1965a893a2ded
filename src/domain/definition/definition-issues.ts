import { type Issue, issueAt } from '../errors.ts'
import { findMatchIssues } from '../matching/match-rules.ts'
import { checkCharset } from '../template/body-charset.ts'
import { findFilterMistakes } from '../template/filter-mistakes.ts'
import { findMarkers } from '../template/segments.ts'
import { Positions, positionText } from '../template/text-position.ts'
import type { ClearRequest, WebhookFields } from '../webhook/webhook.ts'
import {
  checkDescription,
  checkHeaderKey,
  checkHeaderValue,
  checkMethod,
  checkName,
  checkPayloadTemplate,
  checkUrl,
} from './webhook-rules.ts'
import type { SettingName } from './webhook-setting.ts'
import { SETTINGS } from './webhook-settings.ts'

/** The members with rules of their own; absent ones are not checked. */
type CheckedFields = { readonly [Name in SettingName]?: WebhookFields[Name] | undefined } & {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly method?: string | undefined
  readonly payloadTemplate?: string | undefined
  readonly description?: string | undefined
}

/** Says why deliveries to an address would be refused, e.g. because it is private. */
export type CheckTarget = (url: string) => string | undefined

/** The path of a header on the wire, e.g. `http_headers.added[0]`. */
type HeaderPath = (index: number) => string

/**
 * Finds every mistake in each given member, with its path in every version of the interface. The address of the clear
 * request may have its own check: stored addresses are not checked again.
 */
export function findFieldIssues(
  fields: CheckedFields,
  checkTarget?: CheckTarget,
  checkClearTarget = checkTarget,
): readonly Issue[] {
  const { name, url, method, payloadTemplate, description, clearRequest } = fields
  return [
    ...issueAt('name', name !== undefined && checkName(name)),
    ...issueAt('url', url !== undefined && (checkUrl(url) ?? checkTarget?.(url))),
    ...issueAt('method', method !== undefined && checkMethod(method)),
    ...issueAt('payload_template', payloadTemplate !== undefined && checkPayloadTemplate(payloadTemplate)),
    ...issueAt('description', description !== undefined && checkDescription(description)),
    ...SETTINGS.flatMap(({ name, findIssues }) => {
      const value = fields[name]
      return value === undefined || value === null ? [] : (findIssues?.(value) ?? [])
    }),
    ...(fields.match === undefined || fields.match === null ? [] : findMatchIssues(fields.match)),
    ...(clearRequest ? findClearRequestIssues(clearRequest, checkClearTarget) : []),
  ]
}

function findClearRequestIssues(
  { method, url, payloadTemplate }: ClearRequest,
  checkTarget?: CheckTarget,
): readonly Issue[] {
  return [
    ...issueAt('clear_request.method', checkMethod(method)),
    ...issueAt('clear_request.url', checkUrl(url) ?? checkTarget?.(url)),
    ...issueAt('clear_request.payload_template', checkPayloadTemplate(payloadTemplate)),
  ]
}

export function findHeaderIssues(
  headers: readonly { readonly key?: string | undefined; readonly value?: string | undefined }[],
  pathOf: HeaderPath,
): readonly Issue[] {
  return headers.flatMap(({ key, value }, index) => [
    ...issueAt(`${pathOf(index)}.http_header_key`, key !== undefined && checkHeaderKey(key)),
    ...issueAt(`${pathOf(index)}.http_header_value`, value !== undefined && checkHeaderValue(value)),
    ...issueAt(
      `${pathOf(index)}.http_header_value`,
      value !== undefined && key?.toLowerCase() === 'content-type' && checkCharset(value),
    ),
  ])
}

/** Allows other names more than once, as HTTP does. The store limits the number of headers. */
export function findHeaderListIssues(keys: readonly string[]): readonly Issue[] {
  const contentTypes = keys.filter((key) => key.toLowerCase() === 'content-type')
  return issueAt(
    'http_headers',
    contentTypes.length > 1 &&
      `must have one Content-Type at most, for it decides how values are escaped; there would be ${contentTypes.length}`,
  )
}

interface MarkedTexts {
  readonly url?: string | undefined
  readonly payloadTemplate?: string | undefined
  readonly clearRequest?: Pick<ClearRequest, 'url' | 'payloadTemplate'> | null | undefined
}

/**
 * Finds markers with unknown filters, which would be sent as they stand. Stored texts (`before`) are not checked again.
 */
export function findFilterIssues(
  { url, payloadTemplate, clearRequest }: MarkedTexts,
  before: MarkedTexts = {},
): readonly Issue[] {
  const { clearRequest: clearBefore } = before
  return [
    ...issuesOf('url', url, before.url),
    ...issuesOf('payload_template', payloadTemplate, before.payloadTemplate),
    ...issuesOf('clear_request.url', clearRequest?.url, clearBefore?.url),
    ...issuesOf(
      'clear_request.payload_template',
      clearRequest?.payloadTemplate,
      clearBefore?.payloadTemplate,
    ),
  ]
}

/** Finds unknown filters in the values of headers; without those that are stored already. */
export function findHeaderFilterIssues(
  headers: readonly { readonly value?: string | undefined }[],
  pathOf: (index: number) => string,
): readonly Issue[] {
  return headers.flatMap(({ value }, index) => issuesOf(`${pathOf(index)}.http_header_value`, value))
}

function issuesOf(path: string, text: string | undefined, before?: string): readonly Issue[] {
  if (text === undefined || text === before || !text.includes('|')) return []
  const positions = new Positions(text)
  return findFilterMistakes(text, findMarkers(text)).map(({ start, message }) => ({
    path,
    message: `${positionText(positions.at(start))}: ${message}`,
  }))
}
