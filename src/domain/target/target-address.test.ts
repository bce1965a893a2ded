import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EMBEDDED } from '../../../test/support/network/target-forms.ts'
import { createTargetRules } from './target-address.ts'

const PUBLIC = rules('0.0.0.0')
const LOCAL = rules('127.0.0.1')

/** Address, its name in the message; and whether a server that listens on loopback only may call it. */
const REFUSED: readonly (readonly [string, string, boolean])[] = [
  ['127.0.0.1', 'a loopback address', true],
  ['127.255.255.254', 'a loopback address', true],
  ['::1', 'a loopback address', true],
  ['10.1.2.3', 'a private address', true],
  ['172.16.0.1', 'a private address', true],
  ['172.31.255.255', 'a private address', true],
  ['192.168.1.1', 'a private address', true],
  ['100.64.0.1', 'a carrier-grade NAT address', true],
  ['fd12:3456::1', 'a private address', true],
  ['::ffff:10.1.2.3', 'a private address', true],
  ['::10.1.2.3', 'a private address', true],
  ['64:ff9b::a01:203', 'a private address', true],
  ['2002:a01:203::1', 'a private address', true],
  ['198.18.0.1', 'an address for benchmarking', true],
  ['2001:db8::1', 'an address for documentation', true],
  ['240.0.0.1', 'an address reserved', true],
  ['fec0::1', 'a private address', true],
  ['169.254.1.1', 'a link-local address', false],
  ['fe80::1', 'a link-local address', false],
  ['169.254.169.254', 'a cloud metadata service', false],
  ['::ffff:169.254.169.254', 'a cloud metadata service', false],
  ['64:ff9b::a9fe:a9fe', 'a cloud metadata service', false],
  ['fd00:ec2::254', 'a cloud metadata service', false],
  ['100.100.100.200', 'a cloud metadata service', false],
  ['0.0.0.0', 'an unspecified address', false],
  ['0.1.2.3', 'an unspecified address', false],
  ['::', 'an unspecified address', false],
  ['::ffff:0.0.0.0', 'an unspecified address', false],
  ['224.0.0.1', 'a multicast address', false],
  ['ff02::1', 'a multicast address', false],
  ['255.255.255.255', 'the broadcast address', false],
]

describe('checkAddress', () => {
  for (const [address, words, isOpenLocally] of REFUSED) {
    it(`refuses ${address} as ${words}${isOpenLocally ? ', but not to a local server' : ', to a local server as well'}`, () => {
      assert.match(PUBLIC.checkAddress('h.example', address) ?? 'allowed', new RegExp(words))
      assert.equal(LOCAL.checkAddress('h.example', address) === undefined, isOpenLocally)
    })
  }

  for (const address of [
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '192.0.1.1',
    '2606:4700::1111',
    '64:ff9b::808:808',
  ]) {
    it(`allows ${address}`, () => assert.equal(PUBLIC.checkAddress('h.example', address), undefined))
  }

  it('says which host has the address, what it is, and how to allow it', () => {
    assert.equal(
      PUBLIC.checkAddress('db.internal', '10.1.2.3'),
      'db.internal is 10.1.2.3, which is a private address: webhooks may call it only if TOCSIN_ALLOW_TARGETS names it, by host or by network (for example 10.1.2.3/32).',
    )
    assert.match(PUBLIC.checkAddress('::1', '::1') ?? '', /^::1 is a loopback address: .*::1\/128/)
  })

  it('refuses what is no address', () => {
    assert.match(PUBLIC.checkAddress('h.example', 'h.example') ?? 'allowed', /not an IP address/)
    assert.match(LOCAL.checkAddress('h.example', '') ?? 'allowed', /not an IP address/)
  })

  it('says where an IPv6 address leads to', () => {
    assert.equal(
      PUBLIC.checkAddress('db.internal', '64:ff9b::10.1.2.3'),
      'db.internal is 64:ff9b::a01:203, which leads to 10.1.2.3, which is a private address: webhooks may call it only if TOCSIN_ALLOW_TARGETS names it, by host or by network (for example 10.1.2.3/32).',
    )
    assert.equal(
      LOCAL.checkAddress('2002:a9fe:101::', '2002:a9fe:101::'),
      '2002:a9fe:101:: leads to 169.254.1.1, which is a link-local address: webhooks may call it only if TOCSIN_ALLOW_TARGETS names exactly that network (for example 169.254.1.1/32).',
    )
  })

  it('does not look at the zone', () => {
    assert.match(LOCAL.checkAddress('h.example', 'fe80::1%eth0') ?? 'allowed', /is a link-local address/)
    assert.match(LOCAL.checkAddress('h', '::ffff:169.254.169.254%eth0') ?? 'allowed', /metadata/)
    assert.match(LOCAL.checkAddress('h', 'fd00:ec2::254%1') ?? 'allowed', /metadata/)
  })
})

describe('TOCSIN_ALLOW_TARGETS', () => {
  it('opens networks', () => {
    const allowed = rules('0.0.0.0', ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'])

    assert.equal(allowed.checkAddress('h', '10.1.2.3'), undefined)
    assert.equal(allowed.checkAddress('h', '::ffff:10.1.2.3'), undefined)
    assert.equal(allowed.checkAddress('h', 'fd12::1'), undefined)
    assert.equal(allowed.checkAddress('h', '127.0.0.1'), undefined)
    assert.notEqual(allowed.checkAddress('h', '127.0.0.2'), undefined)
    assert.notEqual(allowed.checkAddress('h', '192.168.1.1'), undefined)
  })

  it('opens hosts and suffixes, whatever their case, with or without the last dot', () => {
    const allowed = rules('0.0.0.0', ['Hooks.internal', '*.lan'])

    assert.equal(allowed.checkAddress('hooks.INTERNAL.', '10.1.2.3'), undefined)
    assert.equal(allowed.checkAddress('a.b.lan', '127.0.0.1'), undefined)
    assert.notEqual(allowed.checkAddress('lan', '127.0.0.1'), undefined)
    assert.notEqual(allowed.checkAddress('evil-lan', '127.0.0.1'), undefined)
    assert.notEqual(allowed.checkAddress('x.hooks.internal', '10.1.2.3'), undefined)
  })

  it('opens link-local and metadata addresses only by their very own network', () => {
    const wide = rules('127.0.0.1', [
      '0.0.0.0/0',
      '::/0',
      'fd00::/8',
      '100.64.0.0/10',
      '*.example',
      'h.example',
    ])
    const narrow = rules('0.0.0.0', ['169.254.0.0/16', '169.254.169.254/32', 'fd00:ec2::254'])

    for (const address of [
      '169.254.1.1',
      '169.254.169.254',
      'fd00:ec2::254',
      '100.100.100.200',
      '0.0.0.0',
      'fe80::1',
    ]) {
      assert.notEqual(wide.checkAddress('h.example', address), undefined, address)
    }
    for (const address of ['169.254.1.1', '169.254.169.254', 'fd00:ec2::254']) {
      assert.equal(narrow.checkAddress('h.example', address), undefined, address)
    }
  })

  it('opens every address by what its own refusal proposes', () => {
    const refusing = [
      ...REFUSED.map(([address]) => address),
      ...EMBEDDED.map(([, embed]) => embed('169.254.1.1')),
    ]
    for (const address of refusing) {
      const [, example] = /for example ([^)]+)\)/.exec(PUBLIC.checkAddress('h', address) ?? '') ?? []
      assert.ok(example, address)
      const opened = rules('0.0.0.0', [example])
      // What it leads to may need a word as well.
      const [, second] = /for example ([^)]+)\)/.exec(opened.checkAddress('h', address) ?? '') ?? []
      assert.notEqual(second, example)
      if (second) assert.equal(rules('0.0.0.0', [example, second]).checkAddress('h', address), undefined)
    }
  })

  it('opens what an IPv6 address leads to by the IPv4 network or by the address itself', () => {
    for (const [entry, address] of [
      ['10.0.0.0/8', '64:ff9b::10.1.2.3'],
      ['64:ff9b::10.1.2.3', '64:ff9b::10.1.2.3'],
      ['64:ff9b:1::/48', '64:ff9b:1::10.1.2.3'],
      ['::ffff:10.0.0.0/104', '10.1.2.3'],
      ['169.254.0.0/16', '64:ff9b::169.254.1.1'],
      ['fe80::/10', 'fe80::1%eth0'],
    ] as const) {
      assert.equal(rules('0.0.0.0', [entry]).checkAddress('h', address), undefined, entry)
    }
    for (const [entry, address] of [
      ['2002::/16', '2002:a9fe:101::1'],
      ['64:ff9b::/96', '64:ff9b::169.254.1.1'],
      ['10.0.0.0/8', '64:ff9b:1::10.1.2.3'],
      ['10.0.0.0/8', 'fe80::5efe:10.1.2.3'],
      ['10.0.0.0/8', '2001:0:a00:1::5601:fefe'],
    ] as const) {
      assert.notEqual(rules('0.0.0.0', [entry]).checkAddress('h', address), undefined, entry)
    }
  })
})

describe('TOCSIN_DENY_TARGETS', () => {
  it('refuses public addresses and hosts, and says by which entry', () => {
    const denying = rules('0.0.0.0', [], ['8.8.8.0/24', '*.Evil.example', 'bücher.example'])

    assert.equal(
      denying.checkAddress('h.example', '8.8.8.8'),
      'h.example is 8.8.8.8, which must not be called: TOCSIN_DENY_TARGETS names it by "8.8.8.0/24". To allow it, remove that entry or make it narrower.',
    )
    assert.equal(
      denying.checkUrl('https://Hooks.EVIL.example./a'),
      'hooks.evil.example must not be called: TOCSIN_DENY_TARGETS names it by "*.Evil.example". To allow it, remove that entry or make it narrower.',
    )
    assert.match(denying.checkUrl('http://134744072/') ?? 'allowed', /^8\.8\.8\.8 must not be called/)
    assert.match(denying.checkUrl('https://BÜCHER.example/') ?? 'allowed', /bücher/)
    assert.match(denying.checkUrl('https://xn--bcher-kva.example/') ?? 'allowed', /bücher/)
    assert.match(denying.checkAddress('a.evil.example', '1.1.1.1') ?? 'allowed', /Evil/)
    assert.equal(denying.checkAddress('evil.example', '1.1.1.1'), undefined)
    assert.equal(denying.checkUrl('https://good.example/'), undefined)
  })

  it('wins over the allow list and over listening on loopback', () => {
    const denying = rules('127.0.0.1', ['10.0.0.0/8', '10.1.2.3', 'h.example'], ['10.1.0.0/16', '::1'])

    assert.match(denying.checkAddress('h.example', '10.1.2.3') ?? 'allowed', /DENY/)
    assert.equal(denying.checkAddress('h.example', '10.2.0.0'), undefined)
    assert.match(denying.checkUrl('http://[::1]/') ?? 'allowed', /DENY/)
    assert.equal(denying.checkUrl('http://127.0.0.1/'), undefined)
  })

  it('refuses localhost when both of its addresses, or the name, are denied', () => {
    assert.equal(rules('127.0.0.1', [], ['127.0.0.0/8']).checkUrl('http://localhost/'), undefined)
    for (const entries of [['127.0.0.0/8', '::1'], ['localhost']]) {
      assert.match(rules('127.0.0.1', [], entries).checkUrl('http://LOCALHOST./') ?? 'allowed', /DENY/)
    }
  })

  it('names what an IPv6 address leads to as well as the address', () => {
    const byIpv4 = rules('0.0.0.0', [], ['8.8.8.8'])
    const byIpv6 = rules('0.0.0.0', [], ['64:ff9b::/96'])

    assert.match(
      byIpv4.checkAddress('h.example', '64:ff9b::8.8.8.8') ?? 'allowed',
      /^h\.example is 64:ff9b::808:808, which leads to 8\.8\.8\.8, which must not be called/,
    )
    assert.match(byIpv6.checkAddress('h', '64:ff9b::8.8.8.8') ?? 'allowed', /64:ff9b::\/96/)
    assert.equal(byIpv6.checkAddress('h', '8.8.8.8'), undefined)
    assert.match(rules('0.0.0.0', [], ['::ffff:0:0/96']).checkAddress('h', '8.8.8.8') ?? 'allowed', /DENY/)
  })
})

describe('lists of targets', () => {
  it('must be of the known forms, at start', () => {
    assert.throws(() => rules('0.0.0.0', ['10.0.0.0/33']), /has "10\.0\.0\.0\/33", not a CIDR such as/)
    assert.throws(() => rules('0.0.0.0', [], ['http://h.example']), /has "http:\/\/h\.example", not a CIDR/)
  })
})

describe('checkUrl', () => {
  for (const url of [
    'http://127.0.0.1:8080/hook',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'https://localhost/',
    'https://a.localhost./',
    'http://user:pw@127.0.0.1/',
    'http://１２７.0.0.1/',
  ]) {
    it(`refuses ${url}`, () => assert.match(PUBLIC.checkUrl(url) ?? 'allowed', /loopback/))
    it(`allows ${url} to a local server`, () => assert.equal(LOCAL.checkUrl(url), undefined))
  }

  it('passes names, markers in the host, and what is no URL: they are checked when they are called', () => {
    for (const url of [
      'https://hooks.example/a',
      'http://%ServerName%/x',
      'https://h.example/%AlertName%',
      'nonsense',
    ]) {
      assert.equal(PUBLIC.checkUrl(url), undefined, url)
    }
  })

  it('allows localhost when one of its addresses is allowed', () => {
    assert.equal(rules('0.0.0.0', ['::1/128']).checkUrl('http://localhost/'), undefined)
  })
})

describe('listening on loopback only', () => {
  for (const [listenHost, isLocal] of [
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.5', false],
    ['db.example', false],
  ] as const) {
    it(`is ${isLocal} for ${listenHost}`, () => {
      assert.equal(rules(listenHost).checkUrl('http://127.0.0.1/') === undefined, isLocal)
    })
  }
})

function rules(
  listenHost: string,
  allowTargets: readonly string[] = [],
  denyTargets: readonly string[] = [],
) {
  return createTargetRules({ listenHost, allowTargets, denyTargets })
}
