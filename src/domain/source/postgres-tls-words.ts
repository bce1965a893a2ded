const UNKNOWN_AUTHORITY =
  'the certificate of the server is of no authority that is known here: give its file as sslrootcert=/path/ca.pem in the address, or sslmode=require to encrypt without checking who the server is'

/** Codes of TLS, as Node.js names them. */
const WORDS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the server is for another name than the host in the address: give the name that it is for, or sslmode=verify-ca to check the authority alone',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet',
}
/** Sentences of the driver that have no code. */
const NO_TLS = /^The server does not support SSL connections/

/** Explains why there is no connection with TLS, and what to change; undefined: the reason is another. */
export function explainTls(error: unknown): string | undefined {
  const { code = '', message = '' } = (error ?? {}) as { readonly code?: string; readonly message?: string }
  if (NO_TLS.test(message)) {
    return 'the server does not offer TLS: turn it on there (ssl = on), or give sslmode=disable if the network between is trusted'
  }
  return WORDS[code]
}
