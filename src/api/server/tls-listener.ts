import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'

export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

/** A new connection is closed if its handshake takes longer. */
const HANDSHAKE_MS_MAX = 10_000

/** Returns the options of a TLS listener with this certificate. */
export function toTlsOptions({ certificate, key }: CertificatePair) {
  return {
    cert: certificate,
    key,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_MS_MAX,
  } as const
}

/** New connections get this certificate from now on. Only for a server that uses TLS. */
export function useCertificate({ server }: FastifyInstance, pair: CertificatePair): void {
  if (server instanceof TlsServer) server.setSecureContext(toTlsOptions(pair))
}
