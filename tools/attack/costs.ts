import type { Steps } from '../../src/domain/steps.ts'
import { doPiece } from '../../src/runtime/long-work.ts'
import { median } from '../bench/statistics.ts'
import type { DoInPieces } from './costly-call.ts'
import { COSTLY_BODIES } from './costly-bodies.ts'
import { COSTLY_READS } from './costly-reads.ts'
import { COSTLY_TEMPLATES } from './costly-templates.ts'

export interface Cost {
  readonly what: string
  readonly input: string
  /** Processor time of this thread, the median of five. */
  readonly ms: number
}

/** Measured runs; one more goes before them, in which code is compiled. */
const RUNS = 5

/** More than this at once is felt by everybody else: such work is cut into pieces, or has a tighter limit. */
export const HELD_MS_MAX = 20

/** Measures what the worst requests cost the one thread that serves everybody. Takes some seconds. */
export async function measureCosts(): Promise<readonly Cost[]> {
  const costs: Cost[] = []
  for (const { what, input, prepare } of [...COSTLY_TEMPLATES, ...COSTLY_READS, ...COSTLY_BODIES]) {
    const run = prepare()
    await runOnce(run)
    const times: number[] = []
    while (times.length < RUNS) times.push(await runOnce(run))
    costs.push({ what, input, ms: median(times) })
  }
  return costs
}

/** Time of the processor, not of the clock: how busy the machine is with others does not count. */
async function runOnce(run: (doInPieces: DoInPieces) => unknown): Promise<number> {
  let longest = 0
  let before = process.threadCpuUsage()
  const endPiece = () => {
    longest = Math.max(longest, since(before))
    before = process.threadCpuUsage()
  }
  const doInPieces: DoInPieces = (steps) => {
    // Earlier work, such as unpacking, was done in pieces of its own.
    endPiece()
    for (;;) {
      const { done, value } = doPiece(steps, { monotonic: () => performance.now() })
      if (done === true) return value
      endPiece()
    }
  }
  try {
    const result = await run(doInPieces)
    if (isSteps(result)) doInPieces(result)
  } catch {
    // That it is refused is what it costs.
  }
  endPiece()
  return longest
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return Math.round((user + system) / 100) / 10
}

function isSteps(result: unknown): result is Steps<unknown> {
  return typeof result === 'object' && result !== null && 'next' in result
}
