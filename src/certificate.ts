import type { FastifyInstance } from 'fastify'
import { useCertificate } from './api/server.ts'
import type { Clock } from './clock.ts'
import { ConfigError, type Config } from './config.ts'
import type { Log } from './log.ts'
import { Periodic } from './upkeep/periodic.ts'
import { readCertificatePair, reloadCertificate, type CertificatePair } from './upkeep/reload-certificate.ts'

/** Null: the API speaks plain HTTP. */
export async function readCertificate(config: Config): Promise<CertificatePair | null> {
  if (config.tlsCertFile === '') return null
  try {
    return await readCertificatePair({ certificateFile: config.tlsCertFile, keyFile: config.tlsKeyFile })
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
}

interface CertificateParts {
  readonly server: FastifyInstance
  readonly certificate: CertificatePair | null
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

/** What follows the files of the certificate while the service runs; nothing without one. */
export function watchCertificate({
  server,
  certificate,
  config,
  clock,
  log,
}: CertificateParts): readonly Periodic[] {
  if (certificate === null) return []
  const task = reloadCertificate({
    files: { certificateFile: config.tlsCertFile, keyFile: config.tlsKeyFile },
    pair: certificate,
    use: (pair) => useCertificate(server, pair),
    log,
  })
  return [new Periodic(task, { clock, log })]
}
