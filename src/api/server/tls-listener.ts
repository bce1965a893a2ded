import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'

export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

/** The deadline of a handshake. */
const HANDSHAKE_MS_MAX = 10_000

export function toTlsOptions({ certificate, key }: CertificatePair) {
  return {
    cert: certificate,
    key,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_MS_MAX,
  } as const
}

/** Uses the certificate for new connections, if the server uses TLS. */
export function useCertificate({ server }: FastifyInstance, pair: CertificatePair): void {
  if (server instanceof TlsServer) server.setSecureContext(toTlsOptions(pair))
}
