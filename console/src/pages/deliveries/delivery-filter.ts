import type { components } from '../../api/schema.ts'
import { RANGES, SEVERITIES, type DeliverySearch, type DeliveryState } from './delivery-search.ts'

/** Holds a list still: newer deliveries are announced and shown on a click. */
export interface Anchor {
  /** When the list began, for ranges that end now. */
  readonly readAt: number
  /** The time before which the deliveries of the list were created; null: there were none. */
  readonly before: string | null
}

/** The query of the list held by the anchor. */
export function listQueryOf(search: DeliverySearch, { readAt, before }: Anchor) {
  const query = queryOf(search, readAt)
  return { ...query, ...(before !== null && { until: before }) }
}

/** The query of deliveries after the anchor. */
export function newerQueryOf(search: DeliverySearch, { readAt, before }: Anchor) {
  const query = queryOf(search, readAt)
  return { ...query, ...(before !== null && { from: before }) }
}

/** The query of all matching deliveries in a range that ends at `now`. */
export function queryOf(search: DeliverySearch, now: number) {
  const { state, webhook, alert, event, severity, kind, server, search: text, range, from, until } = search
  const begin = range === undefined ? from : new Date(now - RANGES[range]).toISOString()
  return {
    ...(state === 'undelivered' ? { undelivered: 'true' } : state && { state }),
    ...(webhook && { webhook_id: String(webhook) }),
    ...(alert && { alert_id: String(alert) }),
    ...(event && { event_id: String(event) }),
    ...(severity && { severity }),
    ...(kind && { kind }),
    ...(server && { server }),
    ...(text && { search: text }),
    ...(begin && { from: begin }),
    ...(until && { until }),
  }
}

/** The anchor of a list with this newest delivery. Times are the service's, in milliseconds. */
export function anchorAt(newest: { readonly created_at: string } | undefined, readAt: number): Anchor {
  if (newest === undefined) return { readAt, before: null }
  return { readAt, before: new Date(Date.parse(newest.created_at) + 1).toISOString() }
}

type OperationBody = components['schemas']['NewDeliveryOperation']

/** The filter of an operation on many deliveries. */
export type OperationFilter = NonNullable<OperationBody['filter']>

export type OperationKind = OperationBody['kind']

/** States in which the action applies. */
const STATES_OF_KIND: Readonly<Record<OperationKind, readonly DeliveryState[]>> = {
  retry: ['failed', 'cancelled'],
  cancel: ['waiting', 'pending', 'sending'],
  reroute: ['waiting', 'pending', 'sending', 'failed', 'cancelled'],
}

/** Returns the deliveries that an operation would change, or a sentence why it cannot. */
export function operationFilterOf(
  kind: OperationKind,
  search: DeliverySearch,
  anchor: Anchor,
): { readonly filter: OperationFilter } | { readonly refusal: string } {
  const wanted = search.state === undefined ? undefined : search.state.split(',')
  const possible = STATES_OF_KIND[kind]
  const state =
    wanted === undefined || wanted.includes('undelivered')
      ? possible
      : possible.filter((each) => wanted.includes(each))
  if (state.length === 0) return { refusal: NOTHING_TO_DO[kind] }
  const query = listQueryOf(search, anchor)
  const named = search.severity?.split(',') ?? []
  const severity = SEVERITIES.filter((each) => named.includes(each))
  return {
    filter: {
      state: [...state],
      ...(search.webhook && { webhook_id: search.webhook }),
      ...(search.alert && { alert_id: search.alert }),
      ...(search.event && { event_id: search.event }),
      ...(severity.length > 0 && { severity }),
      ...(search.kind && { kind: search.kind }),
      ...(search.server && { server: search.server }),
      ...(search.search && { search: search.search }),
      ...(query.from && { from: query.from }),
      ...(query.until && { until: query.until }),
    },
  }
}

const NOTHING_TO_DO: Readonly<Record<OperationKind, string>> = {
  retry: 'Only failed and cancelled deliveries can be tried again; the filter shows none of them.',
  cancel: 'Only unfinished deliveries can be cancelled; the filter shows none of them.',
  reroute: 'Delivered, superseded and outdated deliveries cannot be rerouted; the filter shows nothing else.',
}

/** Tells whether a single delivery can be sent now: again, or earlier. */
export function canRetry(state: string): boolean {
  return state === 'failed' || state === 'cancelled' || state === 'delivered' || state === 'pending'
}

/** Tells whether it is sent with many: delivered ones are resent only one by one. */
export function isRetriedWithOthers(state: string): boolean {
  return state !== 'delivered' && canRetry(state)
}

/** Tells whether another webhook can be notified instead. */
export function canReroute(state: string): boolean {
  return STATES_OF_KIND.reroute.some((each) => each === state && each !== 'sending')
}

export function canCancel(state: string): boolean {
  return state === 'waiting' || state === 'pending'
}
