import { Part } from './part.ts'
import type { BareLoopVerbs } from './parts/bare-loop.ts'
import type { Bench } from './scenario.ts'

const CONNECTIONS = 64

/** Requests per second of the same HTTP client, signed, to the same receiver, with nothing else around it. */
export async function measureBareLoop({ cleanup, receiverUrl, settings }: Bench): Promise<number> {
  const bare = new Part<BareLoopVerbs>('bare-loop', cleanup)
  const perSecond = await bare.ask('run', {
    url: receiverUrl,
    durationMs: settings.bareLoopMs,
    connections: CONNECTIONS,
  })
  bare.stop()
  return perSecond
}
