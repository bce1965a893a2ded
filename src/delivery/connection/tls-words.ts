/**
 * Explains a failed handshake to the operator; undefined: the code is not one of TLS. The codes are those of Node.js:
 * OpenSSL's verification, alerts (RFC 8446, section 6) and what it could not read.
 */
export function describeTlsCode(code: string): string | undefined {
  const words = CERTIFICATE_WORDS[code] ?? PROTOCOL_WORDS[code] ?? describeAlert(code)
  if (words !== undefined) return `TLS failed: ${words} (${code})`
  return isTlsCode(code) ? `TLS failed: ${code}` : undefined
}

type Words = Readonly<Record<string, string | undefined>>

const NOT_TRUSTED = 'the certificate was issued by an authority that is not trusted here'

/** The receiver's certificate, as it is judged here. */
const CERTIFICATE_WORDS: Words = {
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate chain ends in an authority that is not trusted here',
  UNABLE_TO_GET_ISSUER_CERT: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  CERT_UNTRUSTED: NOT_TRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  CERT_REVOKED: 'the certificate has been revoked',
  INVALID_CA: 'the certificate was issued by one that may not issue any',
  INVALID_PURPOSE: 'the certificate is not made for servers',
  PATH_LENGTH_EXCEEDED: 'the certificate chain is longer than one of its authorities allows',
  EE_KEY_TOO_SMALL: 'the key of the certificate is too short to be safe',
  CA_KEY_TOO_SMALL: 'the key of an authority in the certificate chain is too short to be safe',
  CA_MD_TOO_WEAK: 'the certificate chain is signed in a way that is not safe',
}

const NOT_TLS = 'what listens there does not speak TLS; is it plain HTTP?'
const TOO_OLD = 'the receiver does not speak TLS 1.2 or later'

const PROTOCOL_WORDS: Words = {
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
  ERR_SSL_UNSUPPORTED_PROTOCOL: TOO_OLD,
  ERR_TLS_HANDSHAKE_TIMEOUT: 'the handshake took too long',
}

const NOT_ACCEPTED = 'the receiver does not accept the client certificate'

/** Explains the alert that the receiver sent before it hung up. */
const ALERT_WORDS: Words = {
  CERTIFICATE_REQUIRED: 'the receiver requires a client certificate',
  NO_CERTIFICATE: 'the receiver requires a client certificate',
  HANDSHAKE_FAILURE:
    'the receiver refused the handshake; it may require a client certificate or other ciphers',
  UNKNOWN_CA: 'the receiver does not trust the authority that issued the client certificate',
  BAD_CERTIFICATE: NOT_ACCEPTED,
  UNSUPPORTED_CERTIFICATE: NOT_ACCEPTED,
  CERTIFICATE_UNKNOWN: NOT_ACCEPTED,
  ACCESS_DENIED: NOT_ACCEPTED,
  CERTIFICATE_EXPIRED: 'the receiver finds that the client certificate has expired',
  CERTIFICATE_REVOKED: 'the receiver finds that the client certificate has been revoked',
  PROTOCOL_VERSION: TOO_OLD,
  INSUFFICIENT_SECURITY: 'the receiver demands safer ciphers than there are here',
  UNRECOGNIZED_NAME: 'the receiver has no host of this name',
  NO_APPLICATION_PROTOCOL: 'the receiver does not speak HTTP/1.1',
  INTERNAL_ERROR: 'the receiver has an internal error',
}

function describeAlert(code: string): string | undefined {
  const alert = /^ERR_SSL_(?:SSL\/TLS|SSLV3|TLSV1|TLSV13)_(?:ALERT_)?(.+)$/.exec(code)?.[1]
  return alert && (ALERT_WORDS[alert] ?? 'the receiver ended the handshake')
}

function isTlsCode(code: string): boolean {
  return /^ERR_(?:TLS|SSL)_|^EPROTO$|CERT|SIGNATURE|CRL/.test(code)
}
