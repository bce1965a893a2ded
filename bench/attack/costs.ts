import type { Steps } from '../../src/domain/steps.ts'
import { PIECE_MS_MAX } from '../../src/runtime/long-work.ts'
import { median } from '../statistics.ts'
import { COSTLY_BODIES } from './costly-bodies.ts'
import { COSTLY_READS } from './costly-reads.ts'
import { COSTLY_TEMPLATES } from './costly-templates.ts'

export interface Cost {
  readonly what: string
  readonly input: string
  /** Processor time of this thread, the median of five. */
  readonly ms: number
}

/** As many are measured; one more goes before them, in which code is compiled. */
const RUNS = 5

/** More than this at once is felt by everybody else: such work is cut into pieces, or has a tighter limit. */
export const HELD_MS_MAX = 20

/** What the worst that callers may send costs the one thread that serves them all. Takes some seconds. */
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
async function runOnce(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  try {
    const result = await run()
    if (isSteps(result)) return longestPiece(result)
  } catch {
    // That it is refused is what it costs.
  }
  return since(before)
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return Math.round((user + system) / 100) / 10
}

function isSteps(result: unknown): result is Steps<unknown> {
  return typeof result === 'object' && result !== null && 'next' in result
}

/** In pieces as the service does them. */
function longestPiece(steps: Steps<unknown>): number {
  let longest = 0
  for (let isDone = false; !isDone;) {
    const before = process.threadCpuUsage()
    const startedAt = performance.now()
    try {
      do isDone = steps.next().done === true
      while (!isDone && performance.now() - startedAt < PIECE_MS_MAX)
    } catch {
      isDone = true
    }
    longest = Math.max(longest, since(before))
  }
  return longest
}
