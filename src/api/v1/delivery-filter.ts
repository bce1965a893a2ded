import type { AlertState } from '../../domain/alert.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { kindOfSubject, type Event } from '../../domain/event.ts'
import type { Store } from '../../storage/store.ts'

/** What a delivery tells, as people look for it; no index has it. */
export interface EventFilterOfDeliveries {
  readonly kind?: Event['kind']
  /** New states of alerts. */
  readonly severities?: readonly AlertState[]
}

/** Undefined: everything fits. */
export function fittingDeliveries(
  { kind, severities }: EventFilterOfDeliveries,
  store: Pick<Store, 'findEvents'>,
): ((chunk: readonly Delivery[]) => Promise<readonly Delivery[]>) | undefined {
  if (kind === undefined && severities === undefined) return undefined
  const kinds = (chunk: readonly Delivery[]) =>
    kind === undefined ? chunk : chunk.filter(({ subject }) => kindOfSubject(subject) === kind)
  if (severities === undefined) return async (chunk) => kinds(chunk)
  return async (chunk) => {
    const alerts = kinds(chunk).filter(({ subject }) => kindOfSubject(subject) === 'alert')
    const events = await store.findEvents([...new Set(alerts.map(({ eventId }) => eventId))])
    const fitting = new Set(
      events
        .filter((event) => event.kind === 'alert' && severities.includes(event.newState))
        .map(({ id }) => id),
    )
    return alerts.filter(({ eventId }) => fitting.has(eventId))
  }
}
