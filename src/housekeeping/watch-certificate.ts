import { readFile, stat } from 'node:fs/promises'
import { type Config, ConfigError } from '../config/config.ts'
import { findPairMistake, PEM_BYTES_MAX } from '../domain/webhook/webhook-tls.ts'
import type { Log } from '../telemetry/log.ts'
import type { PeriodicTask } from './periodic.ts'

/** Returns null if the API uses plain HTTP. */
export async function readCertificate(config: Config): Promise<CertificatePair | null> {
  if (config.tlsCertFile === '') return null
  try {
    return await readCertificatePair({ certificateFile: config.tlsCertFile, keyFile: config.tlsKeyFile })
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
}

/** Returns no task without a certificate. */
export function watchCertificate(
  certificate: CertificatePair | null,
  config: Config,
  log: Log,
  use: (pair: CertificatePair) => void,
): readonly PeriodicTask[] {
  if (certificate === null) return []
  const files = { certificateFile: config.tlsCertFile, keyFile: config.tlsKeyFile }
  return [reloadCertificate({ files, pair: certificate, use, log })]
}

export interface CertificateFiles {
  readonly certificateFile: string
  readonly keyFile: string
}

/** A certificate and its key, as PEM. */
export interface CertificatePair {
  readonly certificate: string
  readonly key: string
}

/** Reads a usable pair. Throws an Error whose sentence names the file and never repeats its contents. */
export async function readCertificatePair(files: CertificateFiles): Promise<CertificatePair> {
  const pair = { certificate: await readText(files.certificateFile), key: await readText(files.keyFile) }
  const mistake = findPairMistake(pair.certificate, pair.key)
  if (mistake === undefined) return pair
  throw new Error(
    `The certificate in ${files.certificateFile} (TOCSIN_TLS_CERT_FILE) and the key in ${files.keyFile} (TOCSIN_TLS_KEY_FILE) cannot be used: ${mistake}.`,
  )
}

const CHECK_MS = 5_000

interface ReloadDeps {
  readonly files: CertificateFiles
  readonly pair: CertificatePair
  /** Uses both for new connections; existing ones keep theirs. */
  readonly use: (pair: CertificatePair) => void
  readonly log: Pick<Log, 'error'>
}

/**
 * Uses a new certificate when the contents of the files have changed. An unusable pair is logged once, and the earlier
 * one stays. While a tool replaces both files they do not match, so only a pair found twice is logged.
 */
export function reloadCertificate({ files, pair, use, log }: ReloadDeps): PeriodicTask {
  let inUse = pair
  let lastMistake: string | undefined
  let isReported = false

  return {
    name: 'housekeeping.certificate_reloaded',
    everyMs: CHECK_MS,
    step: async () => {
      try {
        const found = await readCertificatePair(files)
        lastMistake = undefined
        if (found.certificate === inUse.certificate && found.key === inUse.key) return 0
        use(found)
        inUse = found
        return 1
      } catch (error) {
        const mistake = error instanceof Error ? error.message : String(error)
        if (mistake !== lastMistake) isReported = false
        else if (!isReported) {
          log.error({ reason: mistake }, 'service.certificate_unusable')
          isReported = true
        }
        lastMistake = mistake
        return 0
      }
    },
  }
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > PEM_BYTES_MAX) throw new Error(`it has ${size} bytes, more than ${PEM_BYTES_MAX}`)
    return await readFile(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The file ${file} cannot be read: ${reason}.`, { cause: error })
  }
}
