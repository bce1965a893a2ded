import type { Chance } from '../runtime/clock.ts'
import type { Claim } from '../domain/delivery/delivery.ts'
import type { Event } from '../domain/alert/event.ts'
import type { NodeId, InstallationId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Fault } from '../domain/health-problem.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import { isClearedEvent, type Webhook } from '../domain/webhook/webhook.ts'
import type { Store } from '../storage/store.ts'
import { attempt, type AttemptDeps } from './attempt.ts'
import { endUnreadable, type EndUnreadableDeps } from './end-unsent.ts'
import { Dispatcher, type DispatcherDeps } from './dispatcher.ts'
import { Exhaustion } from './resource-exhaustion.ts'
import { Recorder, type RecorderDeps } from './recorder.ts'
import { RequestCache } from './request-cache.ts'
import { Sender, type SenderDeps } from './send.ts'
import {
  type Call,
  callWebhook,
  describeMissing,
  prepareCall,
  type CallDeps,
  type CallOptions,
} from './call-webhook.ts'
import { type RequestWarning, toClearWarning } from '../domain/template/render-request.ts'
import type { RecordedRequest } from '../domain/receiver/outcome.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import { recordRequest, testName } from './prepare-request.ts'

/** Everything that the parts of delivery need from elsewhere. */
export interface DeliveryDeps
  extends
    MarkerSite,
    Omit<AttemptDeps, 'installationId' | 'recorder' | 'exhaustion' | 'release' | 'requests' | 'sender'>,
    Omit<EndUnreadableDeps, 'clock' | 'recorder'>,
    Pick<DispatcherDeps, 'inFlightMax' | 'webhookConcurrencyMax' | 'onFull' | 'isIdle'>,
    Pick<SenderDeps, 'targets' | 'findProxy' | 'lookup'> {
  readonly store: Pick<Store, 'installationId'> & DispatcherDeps['store'] & RecorderDeps['store']
  readonly nodeId: NodeId
}

/** The parts of delivery. */
export interface Delivery {
  readonly dispatcher: Dispatcher
  readonly tryWebhook: (webhook: Webhook, event: Event) => Promise<Call>
  readonly previewWebhook: (webhook: Webhook, event: Event) => Promise<Preview>
  /** Why deliveries are paused because attempts cannot be recorded, in a sentence. */
  readonly stalledBecause: () => string | undefined
  readonly stalledSince: () => Instant | undefined
  /** Set while the machine lacks what requests need. */
  readonly exhaustion: () => Fault | undefined
  /** Stops the dispatcher, then closes the connections. Idempotent. */
  readonly stop: () => Promise<void>
}

/** Tests take no slots; their connections come on top of those of deliveries. */
const TESTS_AT_ONCE = 16

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { store, clock, log, targets, inFlightMax, requestTimeoutMs, lookup, findProxy } = deps
  const sender = new Sender({
    targets,
    clock,
    connectionsPerOriginMax: inFlightMax + TESTS_AT_ONCE,
    ...(lookup && { lookup }),
    ...(findProxy && { findProxy }),
  })
  const recorder = new Recorder({ store, clock, log, wake: () => dispatcher.wake() })
  const exhaustion = new Exhaustion({ clock, log })
  const parts = {
    ...deps,
    exhaustion,
    release: (claim: Claim, dueAt: Instant) => store.releaseClaims([claim], dueAt),
    installationId: store.installationId,
    requests: new RequestCache(deps),
    sender,
    recorder,
  }
  const dispatcher = new Dispatcher({
    store,
    clock,
    log,
    attempt: (claim) => attempt(claim, parts),
    endUnreadable: (claim) => endUnreadable(claim, parts),
    sender,
    recorder,
    inFlightMax,
    webhookConcurrencyMax: deps.webhookConcurrencyMax,
    lease: { timeoutMs: requestTimeoutMs, marginMs: deps.takeoverMs },
    node: deps.nodeId,
    ...(deps.onFull && { onFull: deps.onFull }),
    ...(deps.isIdle && { isIdle: deps.isIdle }),
  })
  return {
    dispatcher,
    tryWebhook: (webhook, event) => tryWebhook(webhook, event, parts),
    stalledBecause: () => recorder.stalledBecause,
    stalledSince: () => recorder.stalledSince,
    exhaustion: () => exhaustion.current,
    previewWebhook: (webhook, event) => previewWebhook(webhook, event, parts),
    async stop() {
      await dispatcher.stop()
      await sender.close()
    },
  }
}

interface TryDeps extends CallDeps {
  readonly installationId: InstallationId
  readonly chance: Chance
}

/** Calls the webhook as a delivery does, and records nothing. Never rejects. */
function tryWebhook(webhook: Webhook, event: Event, deps: TryDeps): Promise<Call> {
  return callWebhook(webhook, event, testOptions(event, deps), deps)
}

interface Preview {
  /** The request as it would be sent. */
  readonly request: RecordedRequest
  readonly warnings: readonly RequestWarning[]
}

/** Prepares the request without sending it. */
async function previewWebhook(webhook: Webhook, event: Event, deps: TryDeps): Promise<Preview> {
  const options = testOptions(event, deps)
  const { request, secrets, warnings, missing } = await prepareCall(webhook, event, options, deps)
  return {
    request: await deps.longWork.run(options.queue, recordRequest(request, secrets)),
    warnings: [
      ...addressWarnings(missing, options.isOver && webhook.clearRequest !== null),
      ...warnings,
      ...findTlsWarnings(webhook.tls, webhook.url, deps.clock.now()),
    ],
  }
}

function addressWarnings(missing: string | undefined, isOfClear: boolean): readonly RequestWarning[] {
  if (missing === undefined) return []
  const warning = { path: 'url', message: describeMissing(missing) }
  return [isOfClear ? toClearWarning(warning) : warning]
}

function testOptions(event: Event, { installationId, chance }: TryDeps): CallOptions {
  const id = testName(installationId, chance.bytes(9).toString('base64url'))
  return { id, queue: 'tests', isOver: isClearedEvent(event) }
}
