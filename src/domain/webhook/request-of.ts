import type { Event } from '../alert/event.ts'
import type { Webhook } from './webhook.ts'

/** The part of a webhook that makes a request, its headers apart. */
export type RequestPart = Pick<Webhook, 'method' | 'url' | 'payloadTemplate'>

/** The request by which a webhook reports that an alert is over, or everything else. */
export function requestOf(
  webhook: RequestPart & Pick<Webhook, 'clearRequest'>,
  isOver: boolean,
): RequestPart {
  return (isOver ? webhook.clearRequest : null) ?? webhook
}

/** Tells whether a sample, or an event that is tried out, is a clear. */
export function isEnd(event: Event): boolean {
  return event.kind === 'alert' && event.newState === 'cleared'
}
