import { BoundedMap } from '../runtime/bounded-map.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import { finish, LONG_AHEAD, type Steps } from '../domain/steps.ts'
import { compileRequestInSteps, type CompiledRequest } from '../domain/template/render-request.ts'
import { createSigner, type Sign } from '../domain/receiver/signature.ts'
import type { Webhook } from '../domain/webhook/webhook.ts'
import { secretsInSteps, type WebhookSecrets } from '../domain/definition/webhook-secrets.ts'
import type { WebhookId } from '../domain/ids.ts'

const ENTRIES_MAX = 512

/** Everything of a webhook that is worth preparing once for many requests. */
export interface PreparedWebhook extends CompiledRequest {
  /** Undefined: its requests are not signed. */
  readonly sign: Sign | undefined
  readonly secrets: WebhookSecrets
}

interface Entry {
  readonly revision: number
  readonly prepared: PreparedWebhook
}

/** What was prepared of the webhooks that were called last; of one that has changed since it is prepared anew. */
export class RequestCache {
  readonly #site: MarkerSite
  readonly #entries = new BoundedMap<WebhookId, Entry>(ENTRIES_MAX)

  constructor(site: MarkerSite) {
    this.#site = site
  }

  get(webhook: Webhook): PreparedWebhook {
    return this.#known(webhook) ?? finish(this.#prepare(webhook))
  }

  *getInSteps(webhook: Webhook): Steps<PreparedWebhook> {
    return this.#known(webhook) ?? (yield* this.#prepare(webhook))
  }

  #known({ id, revision }: Webhook): PreparedWebhook | undefined {
    const known = this.#entries.get(id)
    return known?.revision === revision ? known.prepared : undefined
  }

  *#prepare(webhook: Webhook): Steps<PreparedWebhook> {
    const prepared = yield* prepare(webhook, this.#site)
    // A draft has no id and no revision of its own yet, so nothing tells one from the next.
    if (webhook.revision !== 0) this.#entries.set(webhook.id, { revision: webhook.revision, prepared })
    return prepared
  }
}

function* prepare(webhook: Webhook, site: MarkerSite): Steps<PreparedWebhook> {
  const compiled = yield* compileRequestInSteps(webhook, site)
  yield LONG_AHEAD
  const secrets = yield* secretsInSteps(webhook)
  yield LONG_AHEAD
  return { ...compiled, sign: createSigner(webhook.signingSecrets), secrets }
}
