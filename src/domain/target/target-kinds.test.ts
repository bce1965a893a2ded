import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { AddressKind } from './target-kinds.ts'
import { bitsOf, contains, endsOf, kindOf, parseNetwork, parseTarget } from './target-kinds.ts'

describe('parseTarget', () => {
  const KNOWN: readonly (readonly [string, AddressKind])[] = [
    ['8.8.8.8', 'public'],
    ['192.52.193.1', 'reserved'],
    ['192.175.48.1', 'public'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.254', 'reserved'],
    ['2606:4700::1111', 'public'],
    ['2001:4:112::1', 'public'],
    ['2001:20::1', 'reserved'],
    ['2001:200::1', 'public'],
    ['1::1', 'reserved'],
    ['64:ff9b:2::1', 'reserved'],
    ['e000::1', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::2', 'unspecified'],
    ['::8.8.8.8', 'public'],
    ['::fffe:10.0.0.1', 'reserved'],
    ['fe80::1%eth0', 'link-local'],
    ['::1%lo', 'loopback'],
    ['fd00:ec2::254%eth0', 'metadata'],
    ['::ffff:169.254.169.254%eth0', 'metadata'],
    ['fd00:ec2::253', 'metadata'],
  ]
  for (const [text, kind] of KNOWN) {
    it(`knows ${text} as ${kind}`, () => assert.equal(parseTarget(text)?.ends[0]?.kind, kind))
  }

  it('tells compatible addresses from mapped ones, and reads as strictly as the system does', () => {
    assert.equal(parseTarget('::10.0.0.1')?.ip.toString(), '::a00:1')
    assert.equal(parseTarget('::0.0.0.1')?.ends[0]?.kind, 'loopback')
    assert.equal(parseTarget('::ffff:10.0.0.1')?.ip.toString(), '10.0.0.1')
    for (const text of ['::ffff:010.0.0.1', '::ffff:0x7f.0.0.1', '::ffff:127.1', ':1', '1:2:3:4:5:6:7:8:9']) {
      assert.equal(parseTarget(text), undefined, text)
    }
  })

  it('names what an address leads to, worst first', () => {
    const ends = (text: string) => parseTarget(text)?.ends.map(({ ip, kind }) => `${ip.toString()} ${kind}`)

    assert.deepEqual(ends('::ffff:10.0.0.1'), ['10.0.0.1 private'])
    assert.deepEqual(ends('64:ff9b::10.0.0.1'), ['10.0.0.1 private', '64:ff9b::a00:1 public'])
    // Teredo: the server 10.0.0.1, the client 169.254.1.1
    assert.deepEqual(ends('2001:0:a00:1::5601:fefe'), [
      '169.254.1.1 link-local',
      '10.0.0.1 private',
      '2001:0:a00:1::5601:fefe public',
    ])
    assert.deepEqual(ends('fe80::200:5efe:10.0.0.1'), ['fe80::200:5efe:a00:1 link-local', '10.0.0.1 private'])
    assert.deepEqual(ends('2002:a00:1::5efe:169.254.1.1')?.slice(0, 2), [
      '169.254.1.1 link-local',
      '10.0.0.1 private',
    ])
  })

  it('gives nothing for what is no address, and never throws', () => {
    for (const text of [
      '',
      'h.example',
      '1.2.3.4.5',
      '256.1.1.1',
      '::1::',
      '1.2.3.4%eth0',
      '::1%',
      '[::1]',
    ]) {
      assert.equal(parseTarget(text), undefined, text)
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseTarget(text)))
    const nearly = fc.string({ unit: fc.constantFrom(...'0123456789abcdefx:.%/') })
    fc.assert(fc.property(nearly, (text) => void parseTarget(text)))
  })
})

describe('networks', () => {
  it('have a first and a last address', () => {
    const ends = (cidr: string) => {
      const network = parseNetwork(cidr)
      return network && endsOf(network).map(String)
    }
    assert.deepEqual(ends('10.1.2.3/8'), ['10.0.0.0', '10.255.255.255'])
    assert.deepEqual(ends('10.1.2.3/31'), ['10.1.2.2', '10.1.2.3'])
    assert.deepEqual(ends('10.1.2.3/32'), ['10.1.2.3', '10.1.2.3'])
    assert.deepEqual(ends('0.0.0.0/0'), ['0.0.0.0', '255.255.255.255'])
    assert.deepEqual(ends('fe80::/10'), ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'])
    assert.deepEqual(ends('::ffff:10.0.0.0/104'), ['10.0.0.0', '10.255.255.255'])
    assert.deepEqual(ends('::10.0.0.0/104'), ['::a00:0', '::aff:ffff'])
    assert.equal(ends('10.0.0.0/33'), undefined)
    assert.equal(ends('010.0.0.0/8'), undefined)
    assert.equal(ends('::/129'), undefined)
    assert.equal(ends('10.0.0.0'), undefined)
  })

  it('hold both of their ends', () => {
    const cidr = fc.oneof(
      fc.tuple(fc.ipV4(), fc.nat({ max: 32 })).map((parts) => parts.join('/')),
      fc.tuple(fc.ipV6(), fc.nat({ max: 128 })).map((parts) => parts.join('/')),
    )
    fc.assert(
      fc.property(cidr, (text) => {
        const network = parseNetwork(text)
        assert.ok(network, text)
        for (const ip of endsOf(network)) assert.ok(contains(network, ip), `${text} ${ip.toString()}`)
      }),
    )
  })

  it('of one address is as long as the address', () => {
    for (const text of ['10.0.0.1', 'fe80::1']) {
      const ip = parseTarget(text)?.ip
      assert.ok(ip)
      const [first, last] = endsOf({ base: ip, bits: bitsOf(ip) })
      assert.deepEqual([first.toString(), last.toString(), kindOf(first)], [text, text, kindOf(last)])
    }
  })
})
