import { MessageChannel, Worker } from 'node:worker_threads'
import type { SqliteOptions } from '../connection/connection.ts'
import type { Reply, Request } from './serve-engine.ts'

/** Where the engine works, seen from who has work for it. */
export interface EnginePlace {
  send(request: Request): void
}

export interface PlaceEvents {
  readonly onReply: (reply: Reply) => void
  readonly onError: (error: Error) => void
  /** It takes no more requests. */
  readonly onEnd: () => void
}

export type StartPlace = (options: SqliteOptions, events: PlaceEvents) => EnginePlace

/**
 * A thread of its own for what runs long, so that a flush to the disk never stops the service. Anything else (a command, a test) is
 * done with its work before such a thread has begun: the engine works in this one, and all goes over a port as well.
 */
export async function choosePlace({ runsLong }: SqliteOptions): Promise<StartPlace> {
  if (runsLong) return startThread
  const { serveEngine } = await import('./serve-engine.ts')
  return (options, { onReply, onEnd }) => {
    const { port1: ours, port2: its } = new MessageChannel()
    ours.on('message', onReply).once('close', onEnd)
    serveEngine(its, options)
    return { send: (request) => ours.postMessage(request) }
  }
}

function startThread(options: SqliteOptions, { onReply, onError, onEnd }: PlaceEvents): EnginePlace {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  })
  worker.on('message', onReply).on('error', onError).once('exit', onEnd)
  return { send: (request) => worker.postMessage(request) }
}
