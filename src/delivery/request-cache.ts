import { BoundedMap } from '../runtime/bounded-map.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import { LONG_AHEAD, type Steps } from '../domain/steps.ts'
import { bodyEncoder, type EncodeBody } from '../domain/template/body-charset.ts'
import type { CompiledRequest } from '../domain/template/render-request.ts'
import { compileRequestInSteps, contentTypeOf, toClearWarning } from '../domain/template/render-request.ts'
import type { ResponseSettings } from '../domain/receiver/classify-result.ts'
import { findMarkers } from '../domain/template/segments.ts'
import { createSigner, type Sign } from '../domain/receiver/signature.ts'
import { requestOf, type Webhook } from '../domain/webhook/webhook.ts'
import { secretsOf, type WebhookSecrets } from '../domain/definition/webhook-secrets.ts'
import type { WebhookId } from '../domain/ids.ts'
import { rememberLast } from '../domain/remember-last.ts'
import { readTarget } from './dispatch-options.ts'

const ENTRIES_MAX = 512

/** Everything of a webhook that is prepared once for many requests. */
export interface PreparedWebhook extends CompiledRequest {
  /** Undefined: its requests are not signed. */
  readonly sign: Sign | undefined
  readonly secrets: WebhookSecrets
  readonly responseSettings: ResponseSettings
  readonly readTarget: typeof readTarget
  /** Encodes bodies in the webhook's charset; undefined: UTF-8. */
  readonly encode: EncodeBody | undefined
}

interface Entry {
  readonly revision: number
  readonly prepared: PreparedWebhook
}

/**
 * Keeps the prepared requests of recently called webhooks, and prepares a changed webhook again. `isOver` chooses the
 * clear request, if there is one.
 */
export class RequestCache {
  readonly #site: MarkerSite
  readonly #entries = new BoundedMap<WebhookId, Entry>(ENTRIES_MAX)
  readonly #ends = new BoundedMap<WebhookId, Entry>(ENTRIES_MAX)

  constructor({ publicUrl }: MarkerSite) {
    // Anything else given would be copied for each request.
    this.#site = { publicUrl }
  }

  *get(webhook: Webhook, isOver: boolean): Steps<PreparedWebhook> {
    const { id, revision } = webhook
    const entries = this.#entriesFor(webhook, isOver)
    const known = entries.get(id)
    if (known?.revision === revision) return known.prepared
    const prepared = yield* prepare(webhook, isOver, this.#site)
    // Drafts have no id and revision to tell them apart.
    if (revision !== 0) entries.set(id, { revision, prepared })
    return prepared
  }

  #entriesFor({ clearRequest }: Webhook, isOver: boolean): BoundedMap<WebhookId, Entry> {
    return isOver && clearRequest !== null ? this.#ends : this.#entries
  }
}

function* prepare(webhook: Webhook, isOver: boolean, site: MarkerSite): Steps<PreparedWebhook> {
  const request = requestOf(webhook, isOver)
  const compiled = yield* compileRequestInSteps({ ...webhook, ...request }, site)
  yield LONG_AHEAD
  const secrets = yield* secretsOf(webhook)
  yield LONG_AHEAD
  const isOfClear = isOver && webhook.clearRequest !== null
  const warnings = isOfClear ? compiled.warnings.map(toClearWarning) : compiled.warnings
  const responseSettings = { rule: webhook.responseRule, urlHasMarkers: findMarkers(request.url).length > 0 }
  return {
    ...compiled,
    warnings,
    sign: createSigner(webhook.signingSecrets),
    secrets,
    responseSettings,
    readTarget: rememberLast(readTarget),
    encode: bodyEncoder(contentTypeOf(webhook.headers) ?? ''),
  }
}
