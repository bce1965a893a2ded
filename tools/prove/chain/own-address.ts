import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

/** The way from an address of its own to a service, which else sees everybody on this machine from 127.0.0.1. */
export interface OwnAddress {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Passes on what connects to it, from `address` (of 127.0.0.0/8). */
export async function startOwnAddress(address: string, service: string): Promise<OwnAddress> {
  const { hostname, port } = new URL(service)
  const open = new Set<{ destroy(): unknown }>()
  const server = createServer((from) => {
    const to = connect({ host: hostname, port: Number(port), localAddress: address })
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => open.delete(one))
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
