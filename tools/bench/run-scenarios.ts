import { type EngineName, TITLE_OF } from '../engine-names.ts'
import type { Engine } from './engines/engine.ts'

import type { Readings } from './figures.ts'
import type { Progress } from './progress.ts'
import type { Bench, Scenario } from './scenario.ts'
import type { Tally } from './tally.ts'

/** A scenario on an engine in a round. */
export interface Job {
  readonly scenario: Scenario
  readonly engine: Engine
  readonly round: number
}

export interface Done {
  readonly scenario: string
  readonly engine: EngineName
  readonly round: number
  readonly readings: Readings
  readonly tally: Tally
}

/**
 * Rounds go over everything, and within a scenario the engines alternate: what disturbs the machine for a while
 * then disturbs them all a little instead of one of them much. What takes long to prepare comes in the middle,
 * once.
 */
export function planJobs(
  scenarios: readonly Scenario[],
  { engines, rounds }: { readonly engines: readonly Engine[]; readonly rounds: number },
): readonly Job[] {
  const onceIn = Math.floor(rounds / 2)
  return Array.from({ length: rounds }, (_, round) =>
    scenarios
      .filter(({ isOnce = false }) => !isOnce || round === onceIn)
      .flatMap((scenario) => engines.map((engine) => ({ scenario, engine, round }))),
  ).flat()
}

export async function runJobs(
  jobs: readonly Job[],
  { bench, progress }: { readonly bench: Bench; readonly progress: Progress },
): Promise<readonly Done[]> {
  const done: Done[] = []
  for (const [index, { scenario, engine, round }] of jobs.entries()) {
    progress.begin(index, `${TITLE_OF[engine.name]}, ${scenario.title} (${scenario.id})`)
    const outcome = await scenario.measure(bench, engine)
    progress.end(index)
    done.push({ scenario: scenario.id, engine: engine.name, round, ...outcome })
  }
  return done
}
