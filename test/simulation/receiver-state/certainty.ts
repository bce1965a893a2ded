import type { Certainty } from '../../../src/domain/receiver-state/after-attempt.ts'
import type { Exchange } from '../world/network.ts'

/** What a receiver may know by an attempt, by what came of it; undefined: nobody knows. */
export function certaintyBy(receiverState: Exchange['receiverState']): Certainty {
  if (!receiverState) return 'possible'
  const { reaction } = receiverState
  if ('failure' in reaction) return isUnwritten(reaction.failure) ? 'not_notified' : 'possible'
  const { status } = reaction
  if (status === 200) return 'accepted'
  return status >= 300 && status < 500 && status !== 408 && status !== 425 ? 'not_notified' : 'possible'
}

function isUnwritten(failure: string): boolean {
  return failure === 'refused' || failure === 'dns' || failure === 'tls'
}
