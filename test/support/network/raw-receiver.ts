import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** One request as it came over the wire, as far as a test may want to know. */
export interface RawRequest {
  readonly head: string
  readonly body: string
}

/** What a receiver does with a new connection; the request has not been read then. */
export type Behaviour = (socket: Socket) => void

/**
 * A TCP server on the loopback address that is not bound by any protocol. It reads what comes only if its behaviour
 * does.
 */
export class RawReceiver {
  /** How many connections it has accepted. */
  connectionCount = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(behave: Behaviour) {
    this.#server = createServer((socket) => {
      this.connectionCount += 1
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
      behave(socket)
    })
  }

  static async start(behave: Behaviour): Promise<RawReceiver> {
    const receiver = new RawReceiver(behave)
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Connections that are open now. */
  get openCount(): number {
    return this.#sockets.size
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Does this once for each whole request that comes over the connection; `number` counts from 1. */
export function onRequests(socket: Socket, act: (request: RawRequest, number: number) => void): void {
  let gathered = ''
  let count = 0
  socket.setEncoding('latin1').on('data', (text: string) => {
    gathered += text
    for (;;) {
      const headEnd = gathered.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      const head = gathered.slice(0, headEnd)
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
      const end = headEnd + 4 + length
      if (gathered.length < end) return
      const body = gathered.slice(headEnd + 4, end)
      gathered = gathered.slice(end)
      count += 1
      act({ head, body }, count)
    }
  })
}

/** Reads the request, then writes these bytes and leaves the connection open. */
export const response =
  (bytes: string | Buffer): Behaviour =>
  (socket) =>
    onRequests(socket, () => socket.write(toBytes(bytes)))

/** The same, then closes the connection in an orderly way. */
export const responseAndClose =
  (bytes: string | Buffer): Behaviour =>
  (socket) =>
    onRequests(socket, () => socket.end(toBytes(bytes)))

/** The same, then resets the connection a moment later, so that the bytes are read before. */
export const responseAndReset =
  (bytes: string | Buffer): Behaviour =>
  (socket) =>
    onRequests(socket, () => {
      if (bytes.length === 0) return void socket.resetAndDestroy()
      socket.write(toBytes(bytes), () => void resetSoon(socket))
    })

const RESET_AFTER_MS = 30
const TURNS = 3

/**
 * A reset throws away what the other end has not read. That end is in this process: if that was blocked all the
 * time, it reads in the ticks that follow.
 */
export async function resetSoon(socket: Socket): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RESET_AFTER_MS))
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  socket.resetAndDestroy()
}

/** Reads the request, writes the first bytes, then these over and over again: as fast as they are taken, or in steps. */
export const responseWithoutEnd =
  (first: string, again: string, everyMs?: number): Behaviour =>
  (socket) =>
    onRequests(socket, () => {
      socket.write(toBytes(first))
      const bytes = toBytes(again)
      if (everyMs !== undefined) {
        const timer = setInterval(() => socket.write(bytes), everyMs)
        return void socket.on('close', () => clearInterval(timer))
      }
      const more = (): void => {
        while (!socket.destroyed && socket.write(bytes));
      }
      socket.on('drain', more)
      more()
    })

/** The characters of a text are bytes. */
function toBytes(bytes: string | Buffer): Buffer {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
}
