import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Lookup } from '../../src/delivery/connector.ts'
import { answered, closeAll, failed, LIMITS, makeSender, post } from './send-support.ts'

/** Made for these tests alone: self-signed for receiver.example, valid from 2020 to 2120. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvpQrOxdcdOt6TcWK
IUTil/EnXnV92bFeAC8ZVveSSKihRANCAARrK6tiBQhf99my1XdLYA6r3H4EX+1m
SUAsW/9LqeTqbbknGvHWgRwCF41IPfVH0JIk7BlIFVf/o95msqXPpc+X
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBdzCCARygAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBByZWNlaXZl
ci5leGFtcGxlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
FwYDVQQDDBByZWNlaXZlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEayurYgUIX/fZstV3S2AOq9x+BF/tZklALFv/S6nk6m25Jxrx1oEcAheNSD31
R9CSJOwZSBVX/6PeZrKlz6XPl6NPME0wGwYDVR0RBBQwEoIQcmVjZWl2ZXIuZXhh
bXBsZTAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSRE+WUgNu9Jp0nORUHIcD8
wvLgrzAKBggqhkjOPQQDAgNJADBGAiEAiS4FlDCSTHXL0zi7ry782jYXcG8cGkf9
H2rVyRkeu5gCIQDaBbqjnlQt8jx+Lnm6Tc+h32s11PFi8ELs+oHx6/dmmw==
-----END CERTIFICATE-----`

const toLoopback: Lookup = (_hostname, callback) =>
  setImmediate(() => callback(null, [{ address: '127.0.0.1', family: 4 }]))

describe('send over TLS', () => {
  let server: Server
  let port: number
  const trusted = getCACertificates('default')

  before(async () => {
    server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
      request.resume().on('end', () => response.end(request.headers.host))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  after(async () => {
    setDefaultCACertificates(trusted)
    await closeAll()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it('refuses a certificate that nobody vouches for, and says why', async () => {
    const sender = makeSender({ lookup: toLoopback })

    const reply = failed(await sender.send(post(`https://receiver.example:${port}/`), LIMITS))

    assert.equal(reply.reason, 'tls')
    assert.equal(reply.detail, 'TLS failed: the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)')
  })

  it('connects to the checked address by the name in the URL, and times each part', async () => {
    setDefaultCACertificates([...trusted, CERTIFICATE])
    const sender = makeSender({ lookup: toLoopback })

    const { answer, timing } = answered(await sender.send(post(`https://receiver.example:${port}/`), LIMITS))

    assert.equal(answer.body, `receiver.example:${port}`)
    for (const part of ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs'] as const)
      assert.ok(timing[part] !== undefined, part)
    assert.ok(timing.tlsMs! <= timing.firstByteMs!)
  })

  it('refuses a certificate for another name', async () => {
    setDefaultCACertificates([...trusted, CERTIFICATE])
    const sender = makeSender({ lookup: toLoopback })

    const byName = failed(await sender.send(post(`https://other.example:${port}/`), LIMITS))
    const byAddress = failed(await sender.send(post(`https://127.0.0.1:${port}/`), LIMITS))

    for (const reply of [byName, byAddress]) {
      assert.equal(reply.reason, 'tls')
      assert.match(reply.detail, /for another name/)
    }
  })
})
