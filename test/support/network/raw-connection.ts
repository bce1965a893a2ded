import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which a test says, byte by byte, what it wants, and reads only when it wants. */
export interface RawConnection {
  readonly socket: Socket
  /** What was read so far. */
  text(): string
  /** The statuses of all responses in it, in their order. */
  statuses(): readonly number[]
  read(): void
  isClosed(): boolean
  /** Resolves when it is closed, however: a reset too is notified by it, and never thrown. */
  readonly closed: Promise<void>
}

/** It reads nothing until it is notified to. */
export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const pieces: Buffer[] = []
  let isClosed = false
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      resolve()
    })
  })
  await once(socket, 'connect')
  const text = () => Buffer.concat(pieces).toString('latin1')
  return {
    socket,
    text,
    statuses: () => [...text().matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)),
    read: () => void socket.on('data', (piece: Buffer) => pieces.push(piece)),
    isClosed: () => isClosed,
    closed,
  }
}
