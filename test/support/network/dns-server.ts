import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Lookup } from '../../../src/delivery/connection/lookup.ts'

/** The addresses of a name, of both families, in this order. None: the name does not exist. */
export type Addresses = readonly string[]

const TYPE_A = 1
const TYPE_AAAA = 28
const CLASS_IN = 1

/**
 * A real name server on a UDP port of the loopback address, for one name in as many meanings as a test wants. Nothing
 * it says may be kept: the time to live is 0. Only what these tests need of RFC 1035: one question, A or AAAA.
 */
export class DnsServer {
  /** What was asked, e.g. `A rebind.test`. */
  readonly queries: string[] = []
  readonly #socket: Socket
  readonly #responses = new Map<string, Addresses[]>()

  constructor() {
    this.#socket = createSocket('udp4')
    this.#socket.on('message', (message, from) => this.#serve(message, from))
  }

  static async start(): Promise<DnsServer> {
    const server = new DnsServer()
    await new Promise<void>((resolve) => server.#socket.bind(0, '127.0.0.1', resolve))
    return server
  }

  /** The responses to come: each holds for one question of each family, the last one for good. */
  responses(name: string, ...responses: readonly Addresses[]): void {
    this.#responses.set(`A ${name}`, [...responses])
    this.#responses.set(`AAAA ${name}`, [...responses])
  }

  /** How often the name was asked for. */
  countQueries(name: string): number {
    return this.queries.filter((query) => query === `A ${name}`).length
  }

  /** Resolves names by this server, over the network, as the system would by its own; both families at once. */
  lookup(): Lookup {
    const resolver = new Resolver({ timeout: 60_000, tries: 1 })
    resolver.setServers([`127.0.0.1:${(this.#socket.address() as AddressInfo).port}`])
    return (hostname, callback) => {
      void Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then(
        ([ipv4, ipv6]) => {
          const addresses = [
            ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
            ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
          ]
          if (addresses.length > 0) callback(null, addresses)
          else callback(Object.assign(new Error(`no address of ${hostname}`), { code: 'ENOTFOUND' }), [])
        },
      )
    }
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(resolve))
  }

  #serve(message: Buffer, from: RemoteInfo): void {
    const question = readQuestion(message)
    const type = question && typeName(question.type)
    if (!question || !type) return
    const query = `${type === 'ipv4' ? 'A' : 'AAAA'} ${question.name}`
    this.queries.push(query)
    const responses = this.#responses.get(query) ?? []
    const response = (responses.length > 1 ? responses.shift() : responses[0]) ?? []
    const records = response
      .map((address) => ipaddr.parse(address))
      .filter((ip) => ip.kind() === type)
      .map((ip) => record(question.type, Buffer.from(ip.toByteArray())))
    const header = Buffer.alloc(12)
    message.copy(header, 0, 0, 2)
    // A response with authority; recursion wished and there; 3: there is no such name.
    header.writeUInt16BE(0x8580 | (response.length === 0 ? 3 : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    this.#socket.send(Buffer.concat([header, question.bytes, ...records]), from.port, from.address)
  }
}

interface Question {
  readonly name: string
  readonly type: number
  /** As it stands in the message; it is repeated in the response. */
  readonly bytes: Buffer
}

/** RFC 1035, section 4.1.2: labels with their lengths up to an empty one, then type and class. */
function readQuestion(message: Buffer): Question | undefined {
  const labels: string[] = []
  let at = 12
  while (at < message.length && message[at] !== 0) {
    const length = message[at] ?? 0
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  if (at + 5 > message.length || message.readUInt16BE(4) !== 1) return undefined
  // The resolver may play with the case of letters; names mean the same in each.
  const name = labels.join('.').toLowerCase()
  return { name, type: message.readUInt16BE(at + 1), bytes: message.subarray(12, at + 5) }
}

function typeName(type: number): 'ipv4' | 'ipv6' | undefined {
  if (type === TYPE_A) return 'ipv4'
  return type === TYPE_AAAA ? 'ipv6' : undefined
}

/** RFC 1035, section 4.1.3: the name by a pointer to the question, type, class, time to live, and the address. */
function record(type: number, address: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(CLASS_IN, 4)
  head.writeUInt32BE(0, 6)
  head.writeUInt16BE(address.length, 10)
  return Buffer.concat([head, address])
}
