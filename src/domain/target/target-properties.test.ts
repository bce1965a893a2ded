import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { addressIn, EMBEDDED, hostSpellings } from '../../../test/support/network/target-forms.ts'
import { createTargetRules } from './target-address.ts'

const onPublicAddress = createTargetRules({ listenHost: '0.0.0.0', allowTargets: [] })
const onLoopback = createTargetRules({ listenHost: '127.0.0.1', allowTargets: [] })

/** What nobody's receiver may be at, after the registry of IANA; written apart from the rules, on purpose. */
const CLOSED_EVERYWHERE = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '168.63.129.16/32',
]
const CLOSED = [
  ...CLOSED_EVERYWHERE,
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
]
const PUBLIC = ['1.0.0.0/8', '8.0.0.0/7', '93.184.0.0/16', '172.32.0.0/11', '198.20.0.0/14', '223.0.0.0/8']

describe('any IPv4 address of a closed range', () => {
  for (const [name, embed] of [['plain', (ipv4: string) => ipv4] as const, ...EMBEDDED]) {
    it(`is refused: ${name}`, () => {
      fc.assert(
        fc.property(addressIn(CLOSED), (ipv4) => {
          const address = embed(ipv4)
          assert.notEqual(onPublicAddress.checkAddress('h.example', address), undefined, address)
          assert.notEqual(onPublicAddress.checkAddress(address, address), undefined, address)
        }),
      )
    })

    it(`is refused on loopback too where it is closed everywhere: ${name}`, () => {
      fc.assert(
        fc.property(addressIn(CLOSED_EVERYWHERE), (ipv4) => {
          if (meansAnother(name, ipv4)) return
          const address = embed(ipv4)
          assert.notEqual(onLoopback.checkAddress('h.example', address), undefined, address)
        }),
      )
    })
  }

  it('is refused in a URL, however it is spelled', () => {
    fc.assert(
      fc.property(
        addressIn(CLOSED).chain((ipv4) => fc.tuple(fc.constant(ipv4), hostSpellings(ipv4))),
        fc.constantFrom('', ':8080'),
        fc.constantFrom('', 'user:pass@', 'h.example@'),
        ([ipv4, host], port, user) => {
          const url = `http://${user}${host}${port}/hook`
          assert.equal(URL.parse(url)?.hostname, ipv4, `${url} is meant as a spelling of it`)
          assert.notEqual(onPublicAddress.checkUrl(url), undefined, url)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is refused in a URL in any IPv6 form', () => {
    fc.assert(
      fc.property(addressIn(CLOSED), fc.constantFrom(...EMBEDDED), (ipv4, [, embed]) => {
        const url = `http://[${embed(ipv4).replace(/%.*/, '')}]:8080/hook`
        assert.ok(URL.canParse(url), url)
        assert.notEqual(onPublicAddress.checkUrl(url), undefined, url)
      }),
    )
  })
})

describe('any public IPv4 address', () => {
  it('may be called in every form but that of a local translator, however it is spelled', () => {
    fc.assert(
      fc.property(
        addressIn(PUBLIC).chain((ipv4) => fc.tuple(fc.constant(ipv4), hostSpellings(ipv4))),
        fc.constantFrom(...EMBEDDED),
        ([ipv4, host], [name, embed]) => {
          assert.equal(onPublicAddress.checkUrl(`http://${host}/`), undefined, host)
          assert.equal(onPublicAddress.checkAddress('h.example', ipv4), undefined, ipv4)
          const isRefused = onPublicAddress.checkAddress('h.example', embed(ipv4)) !== undefined
          assert.equal(isRefused, name.startsWith('local NAT64'), embed(ipv4))
        },
      ),
    )
  })
})

describe('the deny list', () => {
  it('wins always: over the allow list, over loopback, in every form', () => {
    fc.assert(
      fc.property(
        addressIn([...CLOSED, ...PUBLIC]),
        fc.nat({ max: 32 }),
        fc.constantFrom('0.0.0.0', '127.0.0.1'),
        fc.constantFrom(['plain', (ipv4: string) => ipv4] as const, ...EMBEDDED),
        (ipv4, bits, listenHost, [name, embed]) => {
          // `::` and `::1` are no IPv4-compatible addresses but addresses of their own.
          if (name === 'compatible' && /^0\.0\.0\.[01]$/.test(ipv4)) return
          if (meansAnother(name, ipv4)) return
          const address = embed(ipv4)
          const allowTargets = ['0.0.0.0/0', '::/0', ipv4, 'h.example', '*.example']
          const isIpv4 = name === 'plain' || name.startsWith('mapped')
          for (const denied of [
            `${ipv4}/${bits}`,
            ipv4,
            isIpv4 ? '0.0.0.0/0' : '::/0',
            'H.example.',
            '*.example',
          ]) {
            const rules = createTargetRules({ listenHost, allowTargets, denyTargets: [denied] })
            assert.match(rules.checkAddress('h.example', address) ?? 'allowed', /TOCSIN_DENY_TARGETS/)
          }
        },
      ),
    )
  })
})

describe('the rules', () => {
  it('never throw, and say a sentence or nothing, for any host, address and URL', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0123456789abcdefx:.%/@[]\\。') }),
      fc.ipV4Extended(),
      fc.ipV6(),
      fc.webUrl(),
    )
    const rules = createTargetRules({
      listenHost: '0.0.0.0',
      allowTargets: ['10.0.0.0/8', '*.internal'],
      denyTargets: ['*.example', '::/0'],
    })
    fc.assert(
      fc.property(text, text, (host, address) => {
        const verdicts = [
          rules.checkAddress(host, address),
          rules.checkUrl(host),
          rules.checkUrl(`http://${host}/`),
          rules.checkUrl(`http://${host}:80@${address}/`),
        ]
        for (const verdict of verdicts) assert.ok(verdict === undefined || verdict.endsWith('.'), verdict)
      }),
      { numRuns: 500 },
    )
  })
})

/** Where the form gives an address that does not carry this one. */
function meansAnother(form: string, ipv4: string): boolean {
  // `::` and `::1` are no IPv4-compatible addresses but addresses of their own.
  if (form === 'compatible') return /^0\.0\.0\.[01]$/.test(ipv4)
  // If the length of the prefix is unknown, 0.0.0.0/8 looks like empty octets.
  return form.startsWith('local NAT64') && ipv4.startsWith('0.')
}
