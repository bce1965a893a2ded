import { ConfigError, type Config } from '../config/config.ts'
import type { Log } from '../telemetry/log.ts'
import type { PeriodicTask } from './periodic.ts'
import { readCertificatePair, reloadCertificate, type CertificatePair } from './reload-certificate.ts'

/** Null: the API uses plain HTTP. */
export async function readCertificate(config: Config): Promise<CertificatePair | null> {
  if (config.tlsCertFile === '') return null
  try {
    return await readCertificatePair({ certificateFile: config.tlsCertFile, keyFile: config.tlsKeyFile })
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
}

interface CertificateDeps {
  readonly certificate: CertificatePair | null
  readonly config: Config
  readonly log: Log
  readonly use: (pair: CertificatePair) => void
}

/** None if there is no certificate that could change. */
export function watchCertificate({
  certificate,
  config,
  log,
  use,
}: CertificateDeps): readonly PeriodicTask[] {
  if (certificate === null) return []
  const files = { certificateFile: config.tlsCertFile, keyFile: config.tlsKeyFile }
  return [reloadCertificate({ files, pair: certificate, use, log })]
}
