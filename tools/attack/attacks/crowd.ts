import { connect, type Socket } from 'node:net'
import { NO_FACT, addFacts, type Target, type WaveFact } from './target.ts'

/** Connections that all do the same, as no decent client does. */
export interface Crowd {
  readonly count: number
  /** The bytes that each of them writes, as fast as the other end takes them. */
  readonly says: readonly Buffer[]
  /** False: nothing of what comes back is ever read. */
  readonly reads: boolean
  /** So long each one stays, unless the other end has enough of it before. */
  readonly holdMs: number
  /** Set: each comes from an address of its own. */
  readonly comesFrom?: (index: number) => string
}

export async function sendCrowd(
  { port }: Pick<Target, 'port'>,
  crowd: Crowd,
  signal: AbortSignal,
): Promise<WaveFact> {
  const facts = await Promise.all(
    Array.from({ length: crowd.count }, (_, index) => sendOne(port, { crowd, index, signal })),
  )
  return facts.reduce(addFacts, NO_FACT)
}

interface One {
  readonly crowd: Crowd
  readonly index: number
  readonly signal: AbortSignal
}

function sendOne(port: number, { crowd, index, signal }: One): Promise<WaveFact> {
  if (signal.aborted) return Promise.resolve(NO_FACT)
  const { says, reads, holdMs, comesFrom } = crowd
  return new Promise((resolve) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      ...(comesFrom && { localAddress: comesFrom(index) }),
    })
    let isGivenUp = false
    const giveUp = () => {
      isGivenUp = true
      socket.destroy()
    }
    const timer = setTimeout(giveUp, holdMs)
    signal.addEventListener('abort', giveUp, { once: true })
    socket.on('error', () => undefined)
    socket.on('connect', () => say(socket, says))
    socket.on('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      resolve({
        connections: 1,
        bytesSent: socket.bytesWritten,
        bytesReceived: socket.bytesRead,
        ended: isGivenUp ? 0 : 1,
      })
    })
    // Without it a socket takes what fits into its buffer, and then leaves the rest to the system.
    if (reads) socket.resume()
  })
}

function say(socket: Socket, pieces: readonly Buffer[], from = 0): void {
  for (let index = from; index < pieces.length; index += 1) {
    if (socket.destroyed) return
    if (!socket.write(pieces[index] ?? '')) {
      socket.once('drain', () => say(socket, pieces, index + 1))
      return
    }
  }
}
