import { isIP, type LookupFunction, type Socket } from 'node:net'
import { connect, type SecureContext, type TLSSocket } from 'node:tls'
import { BoundedMap } from '../../runtime/bounded-map.ts'

/** The TLS settings of a webhook, in the form that connections need. */
export interface ReceiverTls {
  readonly secureContext: SecureContext
  readonly insecure: boolean
}

export interface TlsTarget {
  readonly hostname: string
  readonly port: number
  readonly sessions: SessionCache
  /** Undefined: as the system has it. */
  readonly tls?: ReceiverTls | undefined
}

/** Begins a connection: a new one to the addresses that `lookup` gives, or inside one that there is already. */
export function openTls(
  { hostname, port, sessions, tls }: TlsTarget,
  way: { readonly lookup: LookupFunction } | { readonly socket: Socket },
): TLSSocket {
  const key = `${hostname}:${port}`
  const session = sessions.get(key)
  const socket = connect({
    host: hostname,
    port,
    // A literal address must not be named in the handshake, and a name without the dot at its end (RFC 6066, section
    // 3).
    servername: isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    ...way,
    ...(tls && { secureContext: tls.secureContext, rejectUnauthorized: !tls.insecure }),
    ...(session && { session }),
  })
  socket.on('session', (fresh: Buffer) => sessions.set(key, fresh))
  return socket
}

const SESSIONS_MAX = 256

/** TLS sessions of servers called before, so that a new connection needs fewer round trips. */
export class SessionCache extends BoundedMap<string, Buffer> {
  constructor() {
    super(SESSIONS_MAX)
  }
}
