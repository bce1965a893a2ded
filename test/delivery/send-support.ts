import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { systemClock } from '../../src/runtime/clock.ts'
import type { OutgoingRequest } from '../../src/delivery/dispatch-options.ts'
import { Sender, type SenderDeps } from '../../src/delivery/send.ts'
import type { RequestResult } from '../../src/domain/receiver/outcome.ts'
import { createTargetRules } from '../../src/domain/target/target-address.ts'
import { Receiver } from '../support/network/receiver.ts'

/** Longer than any response here takes, however busy the machine is. */
export const LIMITS = { timeoutMs: 60_000, responseBytesMax: 16_384 }
/** For what never comes: what comes before that has time enough to come. */
export const SHORT = { timeoutMs: 800, responseBytesMax: 10 }
const onLoopback = createTargetRules({ listenHost: '127.0.0.1', allowTargets: [] })

const closing: (() => Promise<unknown>)[] = []

/** For `afterEach`: whatever the functions below have opened. */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0)) await close()
}

export function makeSender(given: Partial<SenderDeps> = {}): Sender {
  const sender = new Sender({
    targets: onLoopback,
    clock: systemClock,
    connectionsPerOriginMax: 16,
    ...given,
  })
  closing.push(() => sender.close())
  return sender
}

export function post(url: string): OutgoingRequest {
  return { method: 'POST', url, headers: [], body: '{}' }
}

export function sendTo(
  url: string,
  given: Partial<OutgoingRequest> = {},
  limits = LIMITS,
): Promise<RequestResult> {
  return makeSender().send({ ...post(url), ...given }, limits)
}

export function answered(result: RequestResult) {
  assert.ok(result.kind === 'response', JSON.stringify(result))
  return result
}

export function failed(result: RequestResult) {
  assert.ok(result.kind === 'no-response', JSON.stringify(result))
  return result
}

export async function startReceiver(): Promise<Receiver> {
  const receiver = await Receiver.start()
  closing.push(() => receiver.stop())
  return receiver
}

/** A server that responds to the first bytes of a connection with whatever it likes. */
export async function startRaw(behave: (socket: Socket) => unknown): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => behave(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address() as AddressInfo
  return `http://127.0.0.1:${address.port}`
}
