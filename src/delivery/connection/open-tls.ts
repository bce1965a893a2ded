import { isIP, type LookupFunction, type Socket } from 'node:net'
import { connect, type SecureContext, type TLSSocket } from 'node:tls'
import { BoundedMap } from '../../runtime/bounded-map.ts'

export interface ReceiverTls {
  readonly secureContext: SecureContext
  readonly insecure: boolean
}

export interface TlsTarget {
  readonly hostname: string
  readonly port: number
  readonly sessions: SessionCache
  /** Undefined: the system's settings. */
  readonly tls?: ReceiverTls | undefined
}

/** Begins a connection: a new one through `lookup`, or inside an existing socket. */
export function openTls(
  { hostname, port, sessions, tls }: TlsTarget,
  way: { readonly lookup: LookupFunction } | { readonly socket: Socket },
): TLSSocket {
  const key = `${hostname}:${port}`
  const session = sessions.get(key)
  const socket = connect({
    host: hostname,
    port,
    // RFC 6066, section 3: no literal address in the handshake, no trailing dot.
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

/** TLS sessions for faster reconnects. */
export class SessionCache extends BoundedMap<string, Buffer> {
  constructor() {
    super(SESSIONS_MAX)
  }
}
