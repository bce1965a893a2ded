import { demand } from './broken-promise.ts'
import { ALERT_STATES, type AlertState } from '../../../src/domain/alert/alert.ts'
import { checkNotifying } from '../receiver-state/received.ts'
import type { ModelClaim } from './model-claim.ts'
import { isKept, type ModelWebhook } from './model-webhook.ts'
import type { Model } from './model.ts'
import type { Exchange } from '../world/network.ts'

/** The text in every request of the simulated webhooks, by which an observer knows what the request is about. */
export const TEMPLATE = '{"delivery": "%x.DeliveryId%", "event": "%x.EventId%", "state": "%CurrentState%"}'

/** Returns the state that a request has of its alert. */
export function stateSent({ request: { body } }: Exchange): AlertState {
  const { state } = JSON.parse(String(body))
  return ALERT_STATES.find((name) => name === String(state).toLowerCase()) ?? 'cleared'
}

/** Demands of every request, at the moment it leaves. */
export function checkRequest(model: Model, exchange: Exchange, idsBegin: string): void {
  const { node, deliveryId, attempt, request, limits, sentAt } = exchange
  const what = `delivery ${deliveryId}, attempt ${attempt}`
  const claim = model.claimOf(exchange)
  demand(claim?.node === node, 'nothing is sent without a lease that was committed', () => what)
  demand(!claim.isUnreadable, 'nothing is sent of what cannot be read', () => what)
  demand(claim.exchange === undefined, 'each attempt is one request', () => what)
  claim.exchange = exchange
  if (model.deliveries.get(deliveryId)?.attemptsMade !== attempt) model.saw('a request after a lost lease')

  const timeoutMs = claim.webhook.timeoutMs ?? model.plan.requestTimeoutMs
  demand(
    limits.timeoutMs <= timeoutMs,
    'no request takes longer than its webhook allows',
    () => `${what}: ${limits.timeoutMs} ms`,
  )
  demand(
    sentAt + limits.timeoutMs <= claim.leaseUntil,
    'an attempt ends before its lease does',
    () => `${what}: at ${sentAt} for ${limits.timeoutMs} ms, leased until ${claim.leaseUntil}`,
  )
  const isOver = stateSent(exchange) === 'cleared'
  const { url, clearUrl } = claim.webhook
  demand(
    request.url === (isOver && claim.sentStates ? (clearUrl ?? url) : url),
    'a request goes where its webhook says, and its clear where the clear request says',
    () => `${what}: ${request.url}`,
  )
  demandNamed(model, exchange, { idsBegin, claim })
  checkNotifying(model, claim, { exchange, state: stateSent(exchange) })
  demandInOrder(model, exchange)
}

/** The same id in each attempt of a delivery, and in no other. */
function demandNamed(
  model: Model,
  { deliveryId, request }: Exchange,
  { idsBegin, claim }: { readonly idsBegin: string; readonly claim: ModelClaim },
): void {
  const id = `${idsBegin}${deliveryId}`
  const sent = request.headers.filter(([name]) => name === 'webhook-id').map(([, value]) => value)
  demand(
    sent.length === 1 && sent[0] === id,
    'webhook-id is the same in each attempt',
    () => `${sent.join(', ')} instead of ${id}`,
  )
  const eventId = model.deliveries.get(deliveryId)?.eventId
  const event = eventId === undefined ? undefined : model.events.get(eventId)
  if (!event) return
  const state = claim.sentStates?.episodeState.state ?? event.newState
  const name = state === 'cleared' ? closingWords(claim.webhook, event.newState) : capitalised(state ?? '')
  demand(
    event.newState === undefined
      ? String(request.body).startsWith(`{"delivery": "${id}", "event": "${eventId}", `)
      : request.body === `{"delivery": "${id}", "event": "${eventId}", "state": "${name}"}`,
    'a request tells the event of its delivery',
    () => request.body,
  )
}

/** In mode `current_state` an alert that continues is not called cleared where it is no longer for a receiver. */
function closingWords(webhook: ModelWebhook, newState: AlertState | undefined): string {
  if (!isKept(webhook) || newState === undefined || newState === 'cleared') return 'Cleared'
  return `Continues as ${newState}, no longer for this receiver`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Before the first request of a notification, all earlier ones of its alert queue have ended, those apart that came
 * later.
 */
function demandInOrder(model: Model, { deliveryId }: Exchange): void {
  const delivery = model.deliveries.get(deliveryId)
  if (!delivery || delivery.isFirstRequestSent) return
  delivery.isFirstRequestSent = true
  const earlier = model.earlierThan(delivery).filter(({ life, depth }) => life === 1 && depth === 0)
  demand(
    earlier.length === 0,
    'a receiver gets the notifications of one alert in order',
    () =>
      `first request of delivery ${deliveryId} while ${earlier.map(({ id, state }) => `${id} is ${state}`).join(', ')}`,
  )
}
