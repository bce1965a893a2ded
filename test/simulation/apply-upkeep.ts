import { applyFallback } from './apply-fallback.ts'
import { applyRows, demandOrder, groupByEnd } from './apply-rows.ts'
import { demand } from './broken-promise.ts'
import type { Change } from './change-log.ts'
import type { Executed } from './in-process-store.ts'
import { isEnded, type Model, type ModelDelivery } from './model.ts'
import { isFailing } from './model-flow.ts'

type Of<Name extends Executed['verb']> = Extract<Executed, { readonly verb: Name }>

export function applyRescue(
  model: Model,
  { args: [{ leasedBefore, now }], value, changes }: Of<'rescueExpired'>,
): void {
  const touched = applyRows(model, changes, ['sending > pending'])
  demand(
    value === touched.length,
    'an answer says what was done',
    () => `${value} rescued, written were ${touched.length}`,
  )
  for (const { delivery, change } of touched) {
    demand(
      change.before.leaseUntil !== null && change.before.leaseUntil < leasedBefore,
      'a lease is taken only when it has run out',
      () => `delivery ${delivery.id}, leased until ${change.before.leaseUntil}`,
    )
    demand(
      delivery.attemptsMade === change.before.attemptsMade &&
        (delivery.dueAt === now || delivery.dueAt === null),
      'a delivery whose worker died is due at once',
      () => `delivery ${delivery.id}: ${delivery.attemptsMade} attempts, due at ${delivery.dueAt}`,
    )
    delivery.attemptsInLife -= 1
    delivery.isReturned = true
  }
  demandOrder(
    model,
    touched.map(({ delivery }) => delivery),
  )
}

/** What has been due for so long at least, and as long as its whole schedule lasts, while its receiver fails. */
const OVERDUE_MS_MIN = 3600_000

export function applyOverdue(model: Model, { args: [{ now }], value, changes }: Of<'endOverdue'>): void {
  const groups = groupByEnd(changes, 'pending > failed')
  demand(
    value === groups.length,
    'an answer says what was done',
    () => `${value} ended, written were ${groups.length}`,
  )
  const touched = groups.flatMap((group) => applyOneOverdue(model, group, now))
  demandOrder(model, touched)
}

function applyOneOverdue(model: Model, changes: readonly Change[], now: number): readonly ModelDelivery[] {
  const touched = applyRows(model, changes, ['pending > failed', 'waiting > pending', 'pending > waiting'])
  const [ended] = touched
  if (!ended) return []
  const { delivery, change } = ended
  const { dueAt } = change.before
  const schedule = model.webhooks.get(delivery.webhookId)?.retryScheduleMs ?? model.plan.retryScheduleMs
  const lengthMs = schedule.reduce((sum, delayMs) => sum + delayMs, 0)
  const isOverdue = dueAt !== null && dueAt < now - Math.max(lengthMs, OVERDUE_MS_MIN)
  demand(
    isOverdue && isFailing(model, delivery.webhookId),
    'only what is overdue while its receiver fails is given up',
    () => `delivery ${delivery.id}, due at ${dueAt}, given up at ${now}`,
  )
  const standIn = applyFallback(model, delivery, changes)
  return [...touched.map(({ delivery: other }) => other), ...(standIn ? [standIn] : [])]
}

export function applyPrune(model: Model, { args: [{ endedBefore }], changes }: Of<'pruneHistory'>): void {
  for (const change of changes) {
    if (change.kind === 'delivery removed') {
      const { id, state, finishedAt } = model.delivery(change.before.id)
      const isOld = finishedAt !== null && finishedAt < endedBefore
      demand(
        isEnded(state) && isOld,
        'only old and ended history is removed',
        () => `delivery ${id}, ${state}`,
      )
      model.saw('history is removed')
      model.deliveries.delete(id)
    } else if (change.kind === 'event removed') {
      const user = [...model.deliveries.values()].find(({ eventId }) => eventId === change.id)
      demand(
        user === undefined,
        'an event stays as long as its deliveries',
        () => `event ${change.id}, ${user?.id}`,
      )
      model.events.delete(change.id)
    } else if (change.kind === 'alert removed') {
      const [name, alert] = [...model.alerts].find(([, { id }]) => id === change.id) ?? []
      demand(
        name !== undefined && alert?.state === 'cleared' && alert.heardAt < endedBefore,
        'only alerts that are cleared and silent are removed',
        () => `alert ${change.id}`,
      )
      model.alerts.delete(name)
    } else demand(false, 'only old and ended history is removed', () => JSON.stringify(change))
  }
}
