import type { Chance, Clock } from '../runtime/clock.ts'
import type { ClockJump } from '../domain/clock-steps.ts'
import type { LongWork } from '../runtime/long-work.ts'
import type { FindProxy } from '../domain/target/proxy-rules.ts'
import type { TargetRules } from '../domain/target/target-address.ts'
import type { Claim } from '../domain/delivery/delivery.ts'
import type { Event } from '../domain/alert/event.ts'
import type { NodeId, InstallationId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { Fault } from '../domain/health-problem.ts'
import type { MarkerSite } from '../domain/template/markers.ts'
import { isClearedEvent, type Webhook } from '../domain/webhook/webhook.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'
import type { AttemptFact } from '../telemetry/facts.ts'
import type { Traces } from '../telemetry/traces.ts'
import { attempt } from './attempt.ts'
import { endUnreadable } from './end-unsent.ts'
import type { Lookup } from './connection/lookup.ts'
import { Dispatcher } from './dispatcher.ts'
import { Exhaustion } from './resource-exhaustion.ts'
import { Recorder } from './recorder.ts'
import { RequestCache } from './request-cache.ts'
import { Sender } from './send.ts'
import type { Call, CallDeps, CallOptions } from './call-webhook.ts'
import { callWebhook, describeMissing, prepareCall } from './call-webhook.ts'
import { type RequestWarning, toClearWarning } from '../domain/template/render-request.ts'
import type { RecordedRequest } from '../domain/receiver/outcome.ts'
import { findTlsWarnings } from '../domain/webhook/webhook-tls.ts'
import { recordRequest, testName } from './prepare-request.ts'

export interface DeliveryDeps extends MarkerSite {
  readonly store: Pick<
    Store,
    | 'installationId'
    | 'claimDue'
    | 'releaseClaims'
    | 'holdClaims'
    | 'finishAttempts'
    | 'claimsSeeWrites'
    | 'matchRows'
  >
  readonly clock: Clock
  readonly chance: Chance
  readonly log: Log
  readonly longWork: Pick<LongWork, 'run'>
  readonly version: string
  readonly targets: Pick<TargetRules, 'checkAddress' | 'checkUrl'>
  /** Absent: no proxy. */
  readonly findProxy?: FindProxy
  readonly nodeId: NodeId
  readonly inFlightMax: number
  readonly webhookConcurrencyMax: number
  readonly requestTimeoutMs: number
  /** The time by which a lease outlasts its request; then another process may send the delivery. */
  readonly takeoverMs: number
  readonly responseBytesMax: number
  readonly retryScheduleMs: readonly number[]
  readonly clockJump: () => ClockJump
  /** Called for each delivery with a damaged event or webhook. */
  readonly onUnreadable: (because: string) => void
  /** Called with the number of deliveries that failed without an attempt. */
  readonly onFailed: (count: number) => void
  readonly onAttempt: (fact: AttemptFact) => void
  /** Undefined: no tracing. */
  readonly traces?: Pick<Traces, 'beginAttempt'> | undefined
  /** Called for each attempt that lacked a resource here. */
  readonly onReleased: () => void
  /** Called when more may be due than this process can send. */
  readonly onFull?: () => void
  readonly isIdle?: () => boolean
  readonly lookup?: Lookup
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
