import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { parseTarget } from './target-kinds.ts'
import { parseTargetList, toHostName } from './target-list.ts'

describe('parseTargetList', () => {
  it('knows addresses by network and by themselves, and gives the entry as it was written', () => {
    const list = parseTargetList([
      '10.0.0.0/8',
      'FD00::/8',
      '192.0.2.7',
      '2606:4700::1',
      '::ffff:172.16.0.0/108',
    ])

    assert.equal(list.findAddress(ip('10.1.2.3')), '10.0.0.0/8')
    assert.equal(list.findAddress(ip('::ffff:10.1.2.3')), '10.0.0.0/8')
    assert.equal(list.findAddress(ip('fd12::1')), 'FD00::/8')
    assert.equal(list.findAddress(ip('192.0.2.7')), '192.0.2.7')
    assert.equal(list.findAddress(ip('192.0.2.8')), undefined)
    assert.equal(list.findAddress(ip('2606:4700:0::1')), '2606:4700::1')
    assert.equal(list.findAddress(ip('172.17.0.1')), '::ffff:172.16.0.0/108')
    assert.equal(list.findAddress(ip('11.0.0.0')), undefined)
    assert.equal(list.findHost('10.1.2.3.example'), undefined)
  })

  it('names an address in particular only by a network of its kind', () => {
    const wide = parseTargetList(['0.0.0.0/0', '169.254.0.0/8', '::/0', 'fe80::/9', '169.254.169.254/31'])
    const own = parseTargetList(['169.254.0.0/16', 'fe80::/10', '169.254.169.254'])

    for (const address of ['169.254.1.1', 'fe80::1']) {
      assert.equal(wide.findAddressOfKind(ip(address), 'link-local'), undefined, address)
      assert.notEqual(own.findAddressOfKind(ip(address), 'link-local'), undefined, address)
    }
    assert.equal(wide.findAddressOfKind(ip('169.254.169.254'), 'metadata'), undefined)
    assert.equal(own.findAddressOfKind(ip('169.254.169.254'), 'metadata'), '169.254.169.254')
  })

  for (const [entry, hosts, others] of [
    [
      'Hooks.Internal',
      ['hooks.internal', 'HOOKS.INTERNAL', 'hooks.internal.'],
      ['a.hooks.internal', 'internal'],
    ],
    ['hooks.internal.', ['hooks.internal', 'hooks.internal.'], ['hooks.internal.x']],
    ['*.Lan', ['a.lan', 'a.b.LAN.'], ['lan', 'evil-lan', 'a.lan.example']],
    ['Bücher.example', ['xn--bcher-kva.example', 'BÜCHER.example', 'bücher.example.'], ['bucher.example']],
    ['xn--bcher-kva.example', ['bücher.example', 'XN--BCHER-KVA.example'], []],
    ['*.münchen.example', ['hooks.xn--mnchen-3ya.example', 'a.MÜNCHEN.example.'], ['xn--mnchen-3ya.example']],
    ['ｈｏｏｋｓ。internal', ['hooks.internal'], []],
    ['db_1', ['DB_1', 'db_1.'], ['db-1']],
  ] as const) {
    it(`knows hosts by ${entry}, however they are spelled`, () => {
      const list = parseTargetList([entry])

      for (const host of hosts) assert.equal(list.findHost(host), entry, host)
      for (const host of others) assert.equal(list.findHost(host), undefined, host)
    })
  }

  for (const entry of [
    '10.0.0.0/33',
    '10.0.0',
    '10.0.0/24',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '１２７.1',
    '010.0.0.1',
    '010.0.0.0/8',
    '300.1.1.1',
    '10.0.0.1:8080',
    'h.example:80',
    'http://h.example',
    'h.example/path',
    'user@h.example',
    '%68.example',
    '*',
    '*.',
    '*.*.lan',
    'a.*',
    'a*.lan',
    'a b',
    'a..b',
    '.lan',
    '[::1]',
    '::1/129',
    'fe80::1%eth0',
    'fe80::%eth0/64',
    '!lan',
    '',
  ]) {
    it(`refuses ${JSON.stringify(entry)}, and repeats it`, () => {
      assert.throws(
        () => parseTargetList(['10.0.0.0/8', entry]),
        (error: Error) => {
          return error.message.startsWith(`has "${entry}", not a CIDR such as 10.0.0.0/8, `)
        },
      )
    })
  }

  it('either takes an entry or throws its own error, whatever the entry is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.ipV6(), fc.domain(), fc.webUrl()), (entry) => {
        try {
          parseTargetList([entry])
        } catch (error) {
          assert.match((error as Error).message, /^has "/)
        }
      }),
    )
  })
})

describe('toHostName', () => {
  it('never throws, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.domain()), (host) => {
        const name = toHostName(host)
        assert.equal(toHostName(name), name)
      }),
    )
  })

  it('is how a URL names the host', () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom('', '.'), (domain, dot) => {
        const url = URL.parse(`https://${domain.toUpperCase()}${dot}/`)
        if (url) assert.equal(toHostName(url.hostname), toHostName(domain))
      }),
    )
  })
})

function ip(text: string) {
  const target = parseTarget(text)
  assert.ok(target)
  return target.ip
}
