import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeTlsCode } from './failure.ts'

describe('what a failed handshake means', () => {
  for (const [code, words] of [
    ['CERT_HAS_EXPIRED', 'the certificate has expired'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'issued by an authority that is not trusted here'],
    ['INVALID_PURPOSE', 'not made for servers'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'requires a client certificate'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'does not trust the authority that issued the client certificate'],
    ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'does not accept the client certificate'],
    ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN', 'does not accept the client certificate'],
    ['ERR_SSL_TLSV1_ALERT_ACCESS_DENIED', 'does not accept the client certificate'],
    ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED', 'finds that the client certificate has expired'],
    ['ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_REVOKED', 'finds that the client certificate has been revoked'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'does not speak TLS 1.2 or later'],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'does not speak TLS 1.2 or later'],
    ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'has no host of this name'],
    ['ERR_SSL_SSL/TLS_ALERT_SOMETHING_NEW', 'the receiver ended the handshake'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'does not speak TLS; is it plain HTTP?'],
  ] as const) {
    it(`${code}: … ${words}`, () => {
      const text = describeTlsCode(code)

      assert.ok(text?.startsWith('TLS failed: ') && text.endsWith(`${words} (${code})`), text)
    })
  }

  it('a code of TLS without words of its own is still one of TLS', () => {
    for (const code of [
      'EPROTO',
      'ERR_SSL_NO_SHARED_GROUP',
      'ERR_TLS_RENEGOTIATION_DISABLED',
      'CRL_HAS_EXPIRED',
    ])
      assert.equal(describeTlsCode(code), `TLS failed: ${code}`)
  })

  it('other codes are not', () => {
    for (const code of ['ECONNRESET', 'UND_ERR_SOCKET', 'HPE_INVALID_CONSTANT', ''])
      assert.equal(describeTlsCode(code), undefined)
  })
})
