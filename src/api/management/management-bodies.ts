import { HEADERS_MAX } from '../../domain/webhook/webhook-limits.ts'
import type { WebhookEdit } from '../../domain/webhook/webhook-edit.ts'
import type { HeaderChanges, Webhook } from '../../domain/webhook/webhook.ts'
import type { WebhookDraft } from '../../webhooks/create-webhook.ts'
import { Type } from '../routes/route.ts'
import {
  HEADER,
  HEADER_ID,
  NEW_HEADER,
  toAlertFlags,
  toNewHeader,
  toWireFlags,
  toWireHeaders,
  WRITTEN_KEY,
  WRITTEN_VALUE,
  type WireFlags,
  type WireHeader,
} from '../webhooks/webhook-shapes.ts'

/** The interface marks no member of a response as required, though all are always there. */
export const UNMARKED_HEADER = Type.Partial(HEADER, { title: 'WebhookHTTPHeader' })

export const NEW_HEADERS = Type.Array(NEW_HEADER, {
  maxItems: HEADERS_MAX,
  description: 'Headers to be sent by the webhook.',
  'x-type-hint':
    'must be an array of {"http_header_key", "http_header_value"} here; the change set of added, changed and deleted is for updates',
})

export const HEADER_CHANGE_LISTS = {
  added: Type.Array(NEW_HEADER, { maxItems: HEADERS_MAX, description: 'Header entries to create.' }),
  changed: Type.Array(
    Type.Object(
      {
        http_header_id: HEADER_ID,
        http_header_key: Type.Optional(WRITTEN_KEY),
        http_header_value: Type.Optional(WRITTEN_VALUE),
      },
      { additionalProperties: false },
    ),
    { maxItems: HEADERS_MAX, description: 'Existing header entries to modify: key, value or both.' },
  ),
  deleted: Type.Array(Type.Object({ http_header_id: HEADER_ID }, { additionalProperties: false }), {
    maxItems: HEADERS_MAX,
    description: 'Header entries to remove.',
  }),
} as const

/** Helps a client that sends back the array that it read. */
export const HEADER_CHANGES_HINT =
  'must be a change set {"added": […], "changed": […], "deleted": […]} in an update; the array is for new webhooks'

type NewWireHeader = Omit<WireHeader, 'http_header_id'>

interface WireHeaderChanges {
  readonly added?: readonly NewWireHeader[]
  readonly changed?: readonly (Partial<WireHeader> & Pick<WireHeader, 'http_header_id'>)[]
  readonly deleted?: readonly Pick<WireHeader, 'http_header_id'>[]
}

/** The members that v6 and v15 share, without headers. */
interface Body extends Partial<WireFlags> {
  readonly name?: string
  readonly url?: string
  readonly enabled?: boolean
  readonly method?: string
  readonly payload_template?: string
}

/** Returns what v6 and v15 show alike. */
export function toCommonWire(webhook: Webhook) {
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    enabled: webhook.enabled,
    method: webhook.method,
    http_headers: toWireHeaders(webhook.headers),
    payload_template: webhook.payloadTemplate,
    ...toWireFlags(webhook.alertFlags),
  }
}

/** Returns what v6 and v15 read alike in a new webhook. */
export function toCommonDraft(
  body: Body & {
    readonly name: string
    readonly url: string
    readonly http_headers?: readonly NewWireHeader[]
  },
): WebhookDraft {
  return {
    name: body.name,
    url: body.url,
    enabled: body.enabled,
    method: body.method,
    headers: body.http_headers?.map(toNewHeader),
    payloadTemplate: body.payload_template,
    alertFlags: toAlertFlags(body),
    mode: 'every_change',
    keepsUnknownFilters: true,
  }
}

/** Returns what v6 and v15 read alike in an update. */
export function toCommonEdit(body: Body & { readonly http_headers?: WireHeaderChanges }): WebhookEdit {
  return {
    name: body.name,
    url: body.url,
    enabled: body.enabled,
    method: body.method,
    headers: toHeaderChanges(body.http_headers),
    payloadTemplate: body.payload_template,
    alertFlags: toAlertFlags(body),
    modeGivesWay: true,
    keepsUnknownFilters: true,
  }
}

/** Returns undefined if the headers stay. */
function toHeaderChanges(changes: WireHeaderChanges | undefined): HeaderChanges | undefined {
  if (!changes) return undefined
  const { added = [], changed = [], deleted = [] } = changes
  return {
    deleted: deleted.map(({ http_header_id }) => http_header_id),
    changed: changed.map((header) => ({
      id: header.http_header_id,
      key: header.http_header_key,
      value: header.http_header_value,
    })),
    added: added.map(toNewHeader),
  }
}
