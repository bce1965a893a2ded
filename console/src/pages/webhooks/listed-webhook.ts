import type { components } from '../../api/schema.ts'
import { ORDERED_MAX, type WebhookSearch } from './webhook-search.ts'

/** A webhook in a list (`view=brief`). */
export type ListedWebhook = components['schemas']['BriefWebhook']

/** The query of `GET /v1/webhooks` for the page's address. */
export function toListQuery({
  search,
  tag,
  health,
  enabled,
  type,
  not_called: notCalled,
  order = 'worst',
}: WebhookSearch) {
  return {
    view: 'brief',
    ...(order !== 'id' && { order, limit: ORDERED_MAX }),
    ...(notCalled !== undefined && { not_called_for: notCalled }),
    ...(search !== undefined && { search }),
    ...(tag !== undefined && { tag: [...tag] }),
    ...(health !== undefined && { health }),
    ...(enabled !== undefined && { enabled }),
    ...(type !== undefined && { payload_type: type }),
  } as const
}

/** Returns host and path, without scheme and query; other text stays. */
export function addressOf(url: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^?#]+)/i.exec(url)?.[1]?.replace(/\/$/, '') ?? url
}
