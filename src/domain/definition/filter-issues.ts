import type { Issue } from '../errors.ts'
import { findFilterMistakes } from '../template/filter-mistakes.ts'
import { findMarkers } from '../template/segments.ts'
import { Positions, positionText } from '../template/text-position.ts'
import type { ClearRequest } from '../webhook/webhook.ts'

/** All texts of a webhook that may have markers. */
export interface MarkedTexts {
  readonly url?: string | undefined
  readonly payloadTemplate?: string | undefined
  readonly clearRequest?: Pick<ClearRequest, 'url' | 'payloadTemplate'> | null | undefined
}

/**
 * Finds markers with unknown filters in what somebody writes: they would be sent as they stand there. A text that
 * is stored already (`before`) is not checked again.
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

/** Finds the same in the values of headers; one that is stored already is left out by the caller. */
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
