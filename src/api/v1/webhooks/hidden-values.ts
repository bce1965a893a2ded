import type { Static } from 'typebox'
import { invalidRequest } from '../../../domain/errors.ts'
import { HIDDEN } from '../../../domain/redaction/redact.ts'
import { requireScope, type Principal } from '../../../domain/people/principal.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { findCopiedHidden } from '../../../domain/definition/masked-values.ts'
import { maskWebhook } from '../../../domain/definition/webhook-secrets.ts'
import { toNewHeader } from '../../webhooks/webhook-shapes.ts'
import { defineQuery, oneOf } from '../query.ts'
import { toClearRequest, toTlsEdit } from './setting-wire.ts'
import type { NEW_WEBHOOK } from './webhook-wire.ts'

/** `?show=secrets`, of every route that returns webhooks. */
export const SHOW = {
  show: oneOf(
    'show',
    ['secrets'],
    `\`secrets\`: the values of headers and the whole URL, instead of \`${HIDDEN}\`. Needs the scope secrets:read.`,
  ),
} as const

export const showQuery = defineQuery(SHOW)

/**
 * Shows webhooks masked, unless the principal asks otherwise. Throws `forbidden` if it may not see secrets; call it
 * before any change.
 */
export function readerOf(
  { show }: { readonly show?: 'secrets' },
  principal: Principal | undefined,
): (webhook: Webhook) => Webhook {
  if (show === undefined || !principal) return maskWebhook
  requireScope(principal, 'secrets:read', ', which `show=secrets` needs; leave that out to see the rest')
  return (webhook) => webhook
}

/** Refuses hidden values in a new webhook. */
export function refuseHidden({ url, clear_request, http_headers, tls }: Static<typeof NEW_WEBHOOK>): void {
  const headers = http_headers?.map(toNewHeader)
  const issues = findCopiedHidden({
    url,
    clearRequest: toClearRequest(clear_request),
    headers,
    tls: toTlsEdit(tls),
  })
  if (issues.length > 0) throw invalidRequest(issues)
}
