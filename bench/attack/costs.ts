import { median } from '../statistics.ts'
import { COSTLY_READS } from './costly-reads.ts'
import { COSTLY_TEMPLATES } from './costly-templates.ts'

/** Something that one request, or one delivery, makes the service do, with the worst input that its limits allow. */
export interface CostlyCall {
  readonly what: string
  /** The largest and most hostile that is allowed, in words. */
  readonly input: string
  /** Makes the input, and gives what is measured. A refusal counts as an answer. */
  readonly prepare: () => () => unknown
}

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
  return [...COSTLY_TEMPLATES, ...COSTLY_READS].map(({ what, input, prepare }) => {
    const run = prepare()
    runOnce(run)
    return { what, input, ms: median(Array.from({ length: RUNS }, () => runOnce(run))) }
  })
}

/** Time of the processor, not of the clock: how busy the machine is with others does not count. */
function runOnce(run: () => unknown): number {
  const before = process.threadCpuUsage()
  try {
    run()
  } catch {
    // That it is refused is what it costs.
  }
  const { user, system } = process.threadCpuUsage(before)
  return Math.round((user + system) / 100) / 10
}
