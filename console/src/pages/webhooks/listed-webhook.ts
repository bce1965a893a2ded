import type { components } from '../../api/schema.ts'
import type { WebhookSearch } from './webhook-search.ts'

/** A webhook in a list (`view=brief`). */
export type ListedWebhook = components['schemas']['BriefWebhook']

/** The query of `GET /v1/webhooks` for what the address of the page says. */
export function toListQuery({ search, health, enabled, type }: WebhookSearch) {
  return {
    view: 'brief',
    ...(search !== undefined && { search }),
    ...(health !== undefined && { health }),
    ...(enabled !== undefined && { enabled }),
    ...(type !== undefined && { payload_type: type }),
  } as const
}

/** Where it goes: the host, with its port; the whole of what is no address. */
export function hostOf(url: string): string {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1]
  return host ?? url
}
