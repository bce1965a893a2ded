// The attacker, a process of its own: every attack at once, wave after wave, until its time is over. On the loopback
// address only.
import { setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { ATTACKS } from '../../attack/attacks/all.ts'
import { addFacts, NO_FACT, type Attack, type Target, type WaveFact } from '../../attack/attacks/target.ts'
import { serveParent } from './serve-parent.ts'

/** An attacker has a machine of its own; here it must not be the processor that the service is short of. */
const PRIORITY = 10
setPriority(PRIORITY)

export interface AttackOrder {
  readonly target: Target
  readonly ids: readonly string[]
  readonly durationMs: number
}

export interface AttackFact extends WaveFact {
  readonly id: string
  readonly waves: number
}

export type AttackerMethods = typeof methods

const methods = {
  /** All of them beside each other; resolves when the last one has ended. */
  attack: ({ target, ids, durationMs }: AttackOrder): Promise<readonly AttackFact[]> => {
    const signal = AbortSignal.timeout(durationMs)
    return Promise.all(
      ATTACKS.filter(({ id }) => ids.includes(id)).map((attack) => repeat(attack, target, signal)),
    )
  },
}

async function repeat(attack: Attack, target: Target, signal: AbortSignal): Promise<AttackFact> {
  let waves = 0
  let fact = NO_FACT
  while (!signal.aborted) {
    fact = addFacts(fact, await attack.wave(target, signal))
    waves += 1
    await wait(attack.pauseMs, undefined, { signal }).catch(() => undefined)
  }
  return { id: attack.id, waves, ...fact }
}

serveParent(methods)
