import type { Chance, Clock } from '../clock.ts'
import type { Outcome, RecordedRequest, Reply } from '../domain/outcome.ts'
import type { Event } from '../domain/event.ts'
import type { Issue } from '../domain/errors.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { Intake } from '../intake/intake.ts'
import type { Store } from '../storage/store.ts'
import { prometheusRoutes } from './intake/prometheus.ts'
import type { Route } from './route.ts'

/** Everything that the routes need of the rest; each route file asks for a part of it. */
export interface ApiDeps {
  readonly store: Store
  readonly intake: Pick<Intake, 'acceptObservations' | 'acceptJobRuns'>
  readonly clock: Clock
  readonly chance: Chance
  readonly basePath: string
  readonly version: string
  /** A sentence if webhooks may not call this address. */
  readonly checkTarget: (url: string) => string | undefined
  /** Sends for real, through the code of every delivery, and records nothing. */
  readonly tryWebhook: (webhook: Webhook, event: Event) => Promise<Trial>
  /** The request as it would be sent. */
  readonly previewWebhook: (webhook: Webhook, event: Event) => Preview
  readonly dispatcher: DispatcherView
  /** The text of /metrics. */
  readonly scrape: () => Promise<string>
  /** After a token was made or revoked. */
  readonly onTokensChanged: () => void
  readonly startedAt: number
}

export interface Trial {
  readonly request: RecordedRequest
  readonly reply: Reply
  readonly outcome: Outcome
}

export interface Preview {
  readonly request: RecordedRequest
  readonly warnings: readonly Issue[]
}

export interface DispatcherView {
  readonly inFlight: () => number
  /** False: the loop has not gone round for too long. */
  readonly isAlive: () => boolean
}

/** The one table of routes: what is not here does not exist. */
export function allRoutes(deps: ApiDeps): readonly Route[] {
  return [...prometheusRoutes(deps)]
}
