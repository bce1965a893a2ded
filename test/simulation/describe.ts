import type { Executed } from './database/simulated-database.ts'
import type { Model } from './model/model.ts'
import type { Exchange } from './world/network.ts'

/** What happened, as a line of the trace; undefined: not worth one. */
export function describeCall(
  model: Model,
  call: Executed,
): { readonly what: string; readonly details: string } | undefined {
  if (call.error !== undefined) {
    return { what: `${call.method} fails`, details: call.error instanceof Error ? call.error.message : '' }
  }
  const details = describeSuccess(model, call)
  return details === undefined ? undefined : { what: call.method, details }
}

function describeSuccess(model: Model, call: Executed): string | undefined {
  switch (call.method) {
    case 'acceptObservations':
      return call.args[0]
        .map(({ key, state }, index) => `${key} ${state}: ${call.value?.[index]?.result}`)
        .concat(describeRows(call))
        .join('; ')
    case 'acceptJobRuns':
      return call.args[0]
        .map(({ jobId, runId }, index) => `${jobId} run ${runId}: ${call.value?.[index]?.result}`)
        .concat(describeRows(call))
        .join('; ')
    case 'finishAttempts':
      return call.args[0]
        .map(
          ({ deliveryId, attempt }, index) =>
            `${deliveryId} #${attempt} ${call.value?.[index] ? 'recorded' : 'lease lost'}`,
        )
        .concat(describeRows(call))
        .join('; ')
    case 'createWebhook':
      return `webhook ${call.value?.id} to ${call.value?.url}, ${call.value?.payloadType}`
    case 'changeWebhook':
    case 'deleteWebhook':
      return [`webhook ${call.args[0]} ${JSON.stringify(call.args[1])}`, ...describeRows(call)].join('; ')
    case 'retryDelivery':
    case 'cancelDelivery':
      return [
        `delivery ${call.args[0]} of ${model.deliveries.get(call.args[0])?.alertQueue}`,
        ...describeRows(call),
      ].join('; ')
    default: {
      const rows = describeRows(call)
      return rows.length === 0 ? undefined : rows.join('; ')
    }
  }
}

function describeRows({ changes }: Executed): readonly string[] {
  return changes.flatMap((change) => {
    if (change.kind === 'delivery added') {
      const { id, webhookId, subject, state } = change.after
      return [`new ${id} (webhook ${webhookId}, ${subject}) ${state}`]
    }
    if (change.kind !== 'delivery changed') return []
    const { before, after } = change
    const due =
      after.state === 'pending' ? (after.dueAt === null ? ' held' : ` due ${after.dueAt % 1_000_000}`) : ''
    return [`${before.id} ${before.state} > ${after.state}${due}`]
  })
}

export function nameOf({ deliveryId, attempt }: Pick<Exchange, 'deliveryId' | 'attempt'>): string {
  return `${deliveryId} #${attempt}`
}

export function describeNotified(exchange: Exchange): string {
  const reaction = exchange.receiverState?.reaction
  if (!reaction) return nameOf(exchange)
  if ('failure' in reaction) return `${nameOf(exchange)} ${reaction.failure}`
  const asked = reaction.asks ? ` ${JSON.stringify(reaction.asks)}` : ''
  return `${nameOf(exchange)} HTTP ${reaction.status}${asked}`
}
