import type { Event } from '../alert/event.ts'
import type { MarkerSite } from './markers.ts'
import { LONG_AHEAD, type Steps } from '../steps.ts'
import {
  compileRequest,
  contentTypeOf,
  DEFAULT_CONTENT_TYPE,
  type RenderedRequest,
  type RequestTemplate,
  type RequestWarning,
} from './render-request.ts'
import { findBodyFault } from './template.ts'
import type { TextPosition } from './text-position.ts'

export interface RequestPreview {
  readonly warnings: readonly RequestWarning[]
  readonly contentType: string
  readonly rendered: RenderedRequest
  /** Where the rendered body is not what its Content-Type says; undefined: it is. */
  readonly fault: TextPosition | undefined
}

/**
 * Returns what a template makes of an event. The longest takes some ten milliseconds to compile, to render, and to
 * look through, and what follows writes it all down: each is a step of its own.
 */
export function* tryRequest(
  template: RequestTemplate,
  event: Event,
  site: MarkerSite,
): Steps<RequestPreview> {
  const contentType = contentTypeOf(template.headers) ?? DEFAULT_CONTENT_TYPE
  const { warnings, render } = compileRequest(template, site)
  yield LONG_AHEAD
  const rendered = render({ event, deliveryId: 'sample' })
  yield LONG_AHEAD
  const fault = findBodyFault(rendered.body, contentType)
  yield LONG_AHEAD
  return { warnings, contentType, rendered, fault }
}
