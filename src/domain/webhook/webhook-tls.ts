import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { type Issue, issueAt } from '../errors.ts'
import { formatInstant, type Instant } from '../instant.ts'

/** TLS settings for a receiver; without them the system's authorities are trusted. */
export interface WebhookTls {
  /** PEM, one certificate or more: only these authorities are trusted, instead of the system's. */
  readonly ca: string | null
  /** PEM: the client certificate, then those that vouch for it. */
  readonly certificate: string | null
  /** PEM, not encrypted: the private key of `certificate`. A secret. */
  readonly key: string | null
  /** Accepts any certificate: whoever is in between can read and change everything. */
  readonly insecure: boolean
}

/** A certificate, key or bundle of a webhook, each; a bundle of 40 authorities fits. */
export const PEM_BYTES_MAX = 64 * 1024

/** The paths of the three texts on the wire. */
const PATHS = {
  ca: 'tls.ca_certificates',
  certificate: 'tls.client_certificate',
  key: 'tls.client_key',
} as const

/**
 * Finds every mistake that would make the settings useless. A message never repeats any of the texts: a secret is
 * easily pasted into the wrong field.
 */
export function findTlsIssues({ ca, certificate, key }: WebhookTls): readonly Issue[] {
  const issues = [
    ...issueAt(
      PATHS.ca,
      ca !== null && (checkCertificates(ca) ?? checkContext({ ca, certificate: null, key: null })),
    ),
    ...issueAt(
      PATHS.certificate,
      certificate !== null &&
        (checkCertificates(certificate) ?? checkContext({ ca: null, certificate, key: null })),
    ),
    ...issueAt(PATHS.key, key !== null && checkKey(key)),
  ]
  return issues.some(({ path }) => path !== PATHS.ca) ? issues : [...issues, ...checkPair(certificate, key)]
}

/** Finds valid but doubtful settings. */
export function findTlsWarnings(tls: WebhookTls | null, url: string, now: Instant): readonly Issue[] {
  if (tls === null) return []
  const { ca, certificate, insecure } = tls
  return [
    ...issueAt(
      'tls',
      /^http:/i.test(url) && 'has no effect: the URL begins with http://, so nothing is encrypted',
    ),
    ...issueAt(
      'tls.insecure',
      insecure &&
        'the certificate of the receiver is not checked: whoever is in between can read and change what is sent; tls.ca_certificates is the safe way to trust a private authority',
    ),
    ...issueAt(PATHS.ca, insecure && ca !== null && 'has no effect while tls.insecure is true'),
    ...(ca === null ? [] : findOutdated(PATHS.ca, ca, now)),
    ...(certificate === null ? [] : findOutdated(PATHS.certificate, certificate, now)),
  ]
}

/** Throws if the TLS library cannot use the settings; `findTlsIssues` finds that before. */
export function toSecureContext({ ca, certificate, key }: Omit<WebhookTls, 'insecure'>): SecureContext {
  // A text without a certificate would be ignored, and others trusted instead.
  for (const text of [ca, certificate]) {
    if (text !== null && certificateBlocks(text).length === 0)
      throw new Error('there is no certificate in it')
  }
  return createSecureContext({
    // An intermediate authority or the receiver's own certificate may be trusted.
    ...(ca !== null && { ca: [...certificateBlocks(ca)], allowPartialTrustChain: true }),
    ...(certificate !== null && { cert: certificateBlocks(certificate).join('\n') }),
    ...(key !== null && { key }),
  })
}

/**
 * Says why a certificate and its key do not fit; undefined: they do. Also for the certificate of the service.
 */
export function findPairMistake(certificate: string, key: string): string | undefined {
  const [found] = findTlsIssues({ ca: null, certificate, key, insecure: false })
  if (found === undefined) return undefined
  const subject = found.path === PATHS.key ? 'the key' : 'the certificate'
  // What follows a semicolon is about the fields of a webhook.
  const [mistake = ''] = found.message.replaceAll(PATHS.certificate, 'the certificate').split(';')
  return `${subject} ${mistake}`
}

const CERTIFICATE_FORM = '-----BEGIN CERTIFICATE-----'
const CERTIFICATE_END = '-----END CERTIFICATE-----'

function checkCertificates(pem: string): string | undefined {
  const tooLarge = checkSize(pem)
  if (tooLarge !== undefined) return tooLarge
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(pem)) {
    return 'must hold certificates only, but there is a private key in it; a private key belongs into tls.client_key'
  }
  const blocks = certificateBlocks(pem)
  if (blocks.length === 0)
    return `must be one certificate or more in PEM, each beginning with ${CERTIFICATE_FORM}`
  if (blocks.length !== pem.split('-----BEGIN ').length - 1) {
    return `must hold nothing but whole certificates in PEM: each from ${CERTIFICATE_FORM} to -----END CERTIFICATE-----`
  }
  const damaged = blocks.findIndex((block) => readCertificate(block) === undefined)
  if (damaged === -1) return undefined
  return `has a certificate that cannot be read (number ${damaged + 1} of ${blocks.length}): it is damaged or not complete`
}

function checkKey(pem: string): string | undefined {
  const tooLarge = checkSize(pem)
  if (tooLarge !== undefined) return tooLarge
  if (pem.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----') || /^Proc-Type: *4, *ENCRYPTED/m.test(pem)) {
    return 'must not be encrypted: nobody would be there to type the passphrase. `openssl pkey -in encrypted.pem -out key.pem` takes it off'
  }
  const count = pem.split(/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/).length - 1
  if (count !== 1) {
    return `must be one private key in PEM, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----${pem.includes(CERTIFICATE_FORM) ? '; a certificate belongs into tls.client_certificate' : ''}`
  }
  const key = readKey(pem)
  if (key === undefined)
    return 'cannot be read: the private key is damaged, or of a form that is not known here'
  const type = key.asymmetricKeyType ?? 'unknown'
  if (SIGNING_KEYS.has(type)) return undefined
  return `is a key of the kind ${type}, which cannot sign in TLS; an EC (prime256v1), RSA or Ed25519 key can`
}

const SIGNING_KEYS: ReadonlySet<string> = new Set(['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448'])

function checkPair(certificate: string | null, key: string | null): readonly Issue[] {
  if (certificate === null) {
    return issueAt(PATHS.certificate, key !== null && `is missing: ${PATHS.key} is of no use without it`)
  }
  if (key === null) return issueAt(PATHS.key, `is missing: ${PATHS.certificate} is of no use without it`)
  const privateKey = readKey(key)
  const certificates = certificateBlocks(certificate).map(readCertificate)
  const owner = certificates.findIndex((one) => privateKey && one?.checkPrivateKey(privateKey))
  if (owner === 0) return issueAt(PATHS.key, checkContext({ ca: null, certificate, key }))
  if (owner === -1) return issueAt(PATHS.key, `is not the private key of ${PATHS.certificate}`)
  return issueAt(
    PATHS.certificate,
    `must begin with the certificate of ${PATHS.key}, which is number ${owner + 1}; those that vouch for it follow`,
  )
}

/** Finds what only the TLS library can find, such as a key that is too short. */
function checkContext(texts: Omit<WebhookTls, 'insecure'>): string | undefined {
  try {
    toSecureContext(texts)
    return undefined
  } catch (error) {
    const reason = error instanceof Error && 'reason' in error ? `: ${String(error.reason)}` : ''
    return `cannot be used for TLS here${reason}`
  }
}

function findOutdated(path: string, pem: string, now: Instant): readonly Issue[] {
  const blocks = certificateBlocks(pem)
  return blocks.flatMap((block, index) => {
    const certificate = readCertificate(block)
    if (!certificate) return []
    const which = blocks.length === 1 ? 'the certificate' : `certificate number ${index + 1}`
    const [from, to] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()]
    return [
      ...issueAt(path, to < now && `${which} has expired, on ${formatInstant(to)}`),
      ...issueAt(path, from > now && `${which} is not valid before ${formatInstant(from)}`),
    ]
  })
}

function certificateBlocks(pem: string): readonly string[] {
  const [, ...parts] = pem.split(CERTIFICATE_FORM)
  return parts.flatMap((part) => {
    const dashAt = part.indexOf('-')
    return part.startsWith(CERTIFICATE_END, dashAt)
      ? [CERTIFICATE_FORM + part.slice(0, dashAt) + CERTIFICATE_END]
      : []
  })
}

function readCertificate(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block)
  } catch {
    return undefined
  }
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

function checkSize(pem: string): string | undefined {
  const bytes = Buffer.byteLength(pem)
  if (bytes <= PEM_BYTES_MAX) return undefined
  return `must have at most ${PEM_BYTES_MAX / 1024} KiB (${PEM_BYTES_MAX} bytes); it has ${bytes} bytes`
}
