import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { generate } from 'selfsigned'
import type { TestCertificates } from '../../../test/support/network/certificates.ts'
import { issueBy, testCertificates } from '../../../test/support/network/certificates.ts'
import type { WebhookTls } from './webhook-tls.ts'
import { findPairMistake, findTlsIssues, findTlsWarnings, PEM_BYTES_MAX } from './webhook-tls.ts'

const NONE: WebhookTls = { ca: null, certificate: null, key: null, insecure: false }
const NOW = Date.parse('2026-05-01T00:00:00Z')

const found = (given: Partial<WebhookTls>) =>
  findTlsIssues({ ...NONE, ...given }).map(({ path, message }) => `${path} ${message}`)
const warned = (given: Partial<WebhookTls>, url = 'https://receiver.example/') =>
  findTlsWarnings({ ...NONE, ...given }, url, NOW).map(({ path, message }) => `${path} ${message}`)

describe('TLS settings of a webhook', () => {
  let made: TestCertificates
  before(async () => {
    made = await testCertificates()
  })

  it('takes a bundle with text around it, and a certificate with its key and chain', async () => {
    const { authority, otherAuthority, client } = made

    assert.deepEqual(found({}), [])
    assert.deepEqual(
      found({ ca: `# ours\n${authority.certificate}\n\nand theirs:\r\n${otherAuthority.certificate}` }),
      [],
    )
    assert.deepEqual(found({ certificate: client.certificate, key: client.key }), [])
    assert.deepEqual(
      found({ certificate: client.certificate + authority.certificate, key: client.key, insecure: true }),
      [],
    )
  })

  it('names what is no certificate, not whole, or damaged', () => {
    const { authority, client } = made
    const cutOff = client.certificate.slice(0, 200)
    const damaged = client.certificate.replace(/\n(.{20})/, '\nAAAAAAAAAAAAAAAAAAAA')

    assert.match(found({ ca: '' }).join(), /^tls\.ca_certificates must be one certificate or more in PEM/)
    assert.match(found({ ca: 'MIIB' }).join(), /^tls\.ca_certificates must be one certificate or more in PEM/)
    assert.match(
      found({ ca: `${authority.certificate}\n${cutOff}` }).join(),
      /^tls\.ca_certificates must hold nothing but whole certificates/,
    )
    assert.match(
      found({ ca: `${authority.certificate}\n${damaged}` }).join(),
      /^tls\.ca_certificates has a certificate that cannot be read \(number 2 of 2\)/,
    )
  })

  it('finds a private key in the wrong field, and never repeats it', () => {
    const { client } = made
    const both = client.key + client.certificate
    const secret = client.key.split('\n')[1]!

    for (const given of [{ ca: both }, { certificate: both, key: client.key }, { ca: client.key }]) {
      const text = found(given).join()
      assert.match(text, /there is a private key in it; a private key belongs into tls\.client_key/)
      assert.ok(!text.includes(secret))
    }
    assert.match(
      found({ certificate: client.certificate, key: client.certificate }).join(),
      /^tls\.client_key must be one private key in PEM.*a certificate belongs into tls\.client_certificate$/,
    )
  })

  it('wants certificate and key together, and the key to be the key of the first certificate', () => {
    const { client, secondClient, authority } = made

    assert.match(found({ certificate: client.certificate }).join(), /^tls\.client_key is missing/)
    assert.match(found({ key: client.key }).join(), /^tls\.client_certificate is missing/)
    assert.deepEqual(found({ certificate: client.certificate, key: secondClient.key }), [
      'tls.client_key is not the private key of tls.client_certificate',
    ])
    assert.match(
      found({ certificate: authority.certificate + client.certificate, key: client.key }).join(),
      /^tls\.client_certificate must begin with the certificate of tls\.client_key, which is number 2/,
    )
  })

  it('refuses keys that cannot be used: encrypted, damaged, not for signing, too short for the library', async () => {
    const { client } = made
    const { certificate } = client
    const pem = { type: 'pkcs8', format: 'pem' } as const
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' } as const
    const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
    const traditional = { type: 'sec1', format: 'pem' } as const
    const x25519 = generateKeyPairSync('x25519').privateKey.export(pem) as string
    const damaged = client.key.replace(/\n(.{20})/, '\nAAAAAAAAAAAAAAAAAAAA')

    for (const encrypted of [ec.export({ ...pem, ...cipher }), ec.export({ ...traditional, ...cipher })]) {
      assert.match(
        found({ certificate, key: encrypted as string }).join(),
        /^tls\.client_key must not be encrypted/,
      )
    }
    assert.match(found({ certificate, key: damaged }).join(), /^tls\.client_key cannot be read/)
    assert.match(found({ certificate, key: x25519 }).join(), /^tls\.client_key is a key of the kind x25519/)
    assert.match(
      found({ certificate, key: client.key + client.key }).join(),
      /^tls\.client_key must be one private key/,
    )
    const short = await generate([{ name: 'commonName', value: 'short' }], { keySize: 1024 })
    assert.deepEqual(found({ certificate: short.cert, key: short.private }), [
      'tls.client_certificate cannot be used for TLS here: ee key too small',
    ])
  })

  it('reports every mistake at once', () => {
    const paths = findTlsIssues({ ...NONE, ca: 'x', certificate: 'y', key: 'z' }).map(({ path }) => path)

    assert.deepEqual(paths, ['tls.ca_certificates', 'tls.client_certificate', 'tls.client_key'])
  })

  it('holds each text to 64 KiB', () => {
    const { client } = made
    const padded = (pem: string) => `${'#'.repeat(PEM_BYTES_MAX - pem.length - 1)}\n${pem}`

    assert.deepEqual(
      found({ ca: padded(client.certificate), certificate: padded(client.certificate), key: client.key }),
      [],
    )
    for (const text of [
      found({ ca: `#${padded(client.certificate)}` }),
      found({ key: 'x'.repeat(70_000) }),
    ]) {
      assert.match(text.join(), /must have at most 64 KiB \(65536 bytes\); it has \d+ bytes/)
    }
  })

  it('warns of what is insecure, without effect, expired or not valid yet', () => {
    const { authority, expired, notYetValid, client } = made

    assert.deepEqual(warned({ ca: authority.certificate }), [])
    assert.deepEqual(findTlsWarnings(null, 'http://x.example/', NOW), [])
    assert.match(
      warned({ insecure: true }).join(),
      /^tls\.insecure the certificate of the receiver is not checked/,
    )
    assert.match(
      warned({ ca: authority.certificate }, 'HTTP://receiver.example/').join(),
      /^tls has no effect: the URL begins with http:\/\//,
    )
    assert.ok(
      warned({ insecure: true, ca: authority.certificate }).includes(
        'tls.ca_certificates has no effect while tls.insecure is true',
      ),
    )
    assert.deepEqual(warned({ certificate: expired.certificate, key: expired.key }), [
      'tls.client_certificate the certificate has expired, on 2021-01-01T00:00:00.000Z',
    ])
    assert.deepEqual(warned({ ca: client.certificate + notYetValid.certificate }), [
      'tls.ca_certificates certificate number 2 is not valid before 2080-01-01T00:00:00.000Z',
    ])
    assert.deepEqual(found({ certificate: expired.certificate, key: expired.key }), [])
  })

  it('says of a pair that does not fit what is wrong, without the names of the wire', async () => {
    const { client, secondClient } = made
    const chain = await issueBy(undefined, { names: ['a.example'] })

    assert.equal(findPairMistake(client.certificate, client.key), undefined)
    assert.equal(findPairMistake(chain.certificate, chain.key), undefined)
    assert.equal(
      findPairMistake(client.certificate, secondClient.key),
      'the key is not the private key of the certificate',
    )
    assert.equal(
      findPairMistake(client.certificate, client.certificate),
      'the key must be one private key in PEM, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----',
    )
  })
})
