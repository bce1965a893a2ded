import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../../../test/simulation/random.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import type { Finding } from '../findings.ts'
import { LedgerReceiver } from '../load/receiver.ts'
import { emptyLedger } from '../promises/ledger.ts'
import { cutPower } from './cut.ts'
import { loadTrace, saveTrace, type Trace } from './trace.ts'
import { takeTrace, whyNoStrace } from './take-trace.ts'

/** Cuts of a trace. */
const CUTS_PER_TRACE = 100
/** Reports of each monitor in a trace: a few thousand writes, and several checkpoints. */
const REPORTS_MAX = 100

export interface SqliteCutsDeps {
  readonly folder: string
  readonly seed: number
  readonly count: number
  readonly cleanup: Cleanup
  readonly onFinding: (finding: Finding) => void
  readonly reportsMax?: number
}

/** Takes a trace for each hundred cuts; one with which a promise broke is kept. */
export async function cutOnSqlite({
  folder,
  seed,
  count,
  cleanup,
  onFinding,
  reportsMax = REPORTS_MAX,
}: SqliteCutsDeps): Promise<void> {
  const missing = whyNoStrace()
  if (missing !== undefined) throw new Error(missing)
  for (let done = 0; done < count;) {
    const trace = await takeTrace({ seed: seed + done, reportsMax, cleanup })
    const cuts = Math.min(CUTS_PER_TRACE, count - done)
    await withReceiver(trace, cleanup, async (receiver) => {
      for (let index = 0; index < cuts; index += 1) {
        const finding = await cutPower({ trace, seed: seed + done + index, receiver, cleanup })
        const isBroken = finding.broken.length > 0
        const kept = join(folder, `trace-${seed + done}`)
        if (isBroken && !existsSync(kept)) saveTrace(kept, trace)
        onFinding({ ...finding, ...(isBroken && { kept }) })
      }
    })
    done += cuts
  }
}

/** Replays a cut. */
export async function replayCut(folder: string, seed: number, cleanup: Cleanup): Promise<Finding> {
  const trace = loadTrace(folder)
  return withReceiver(trace, cleanup, (receiver) => cutPower({ trace, seed, receiver, cleanup }))
}

/** Where the one was to which the webhooks of the trace lead. */
async function withReceiver<T>(
  { port }: Trace,
  cleanup: Cleanup,
  use: (receiver: LedgerReceiver) => Promise<T>,
): Promise<T> {
  const receiver = await LedgerReceiver.start(emptyLedger(), new Random(1), port)
  const forget = cleanup.add(() => receiver.stop())
  try {
    return await use(receiver)
  } finally {
    await receiver.stop()
    forget()
  }
}
