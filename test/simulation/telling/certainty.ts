import type { Certainty } from '../../../src/domain/telling/after-attempt.ts'
import type { Exchange } from '../world/network.ts'

/** What a receiver may know by an attempt, by what came of it; undefined: nobody knows. */
export function certaintyBy(told: Exchange['told']): Certainty {
  if (!told) return 'possible'
  const { reaction } = told
  if ('failure' in reaction) return isUnwritten(reaction.failure) ? 'not_told' : 'possible'
  const { status } = reaction
  if (status === 200) return 'accepted'
  return status >= 300 && status < 500 && status !== 408 && status !== 425 ? 'not_told' : 'possible'
}

function isUnwritten(failure: string): boolean {
  return failure === 'refused' || failure === 'dns' || failure === 'tls'
}
