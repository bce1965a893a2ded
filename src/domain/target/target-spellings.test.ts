import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTargetRules } from './target-address.ts'
import { KINDS, type AddressKind } from './target-kinds.ts'
import { checkUrl } from '../definition/webhook-rules.ts'

const onPublicAddress = createTargetRules({ listenHost: '0.0.0.0', allowTargets: [] })
const onLoopback = createTargetRules({ listenHost: '127.0.0.1', allowTargets: [] })

/**
 * What the URL means to a server that listens on a public address: the kind it is refused as, `allowed`, `a name`
 * (passes when it is written, and is resolved and checked when it is called), or `no URL` (refused before any address
 * is resolved). The last column is a server that listens on loopback only.
 */
type Meaning = AddressKind | 'allowed' | 'a name' | 'no URL'
type Row = readonly [url: string, meaning: Meaning, onLoopback: 'allowed' | 'refused']

const SPELLINGS: readonly Row[] = [
  // Loopback, IPv4
  ['http://127.0.0.1/', 'loopback', 'allowed'],
  ['http://127.0.0.1:8480/hook', 'loopback', 'allowed'],
  ['https://127.0.0.1/', 'loopback', 'allowed'],
  ['HTTP://127.0.0.1/', 'loopback', 'allowed'],
  ['http://127.0.0.1./', 'loopback', 'allowed'],
  ['http://127.255.255.254/', 'loopback', 'allowed'],
  ['http://127.1/', 'loopback', 'allowed'],
  ['http://127.0.1/', 'loopback', 'allowed'],
  ['http://127.65535/', 'loopback', 'allowed'],
  ['http://127.1./', 'loopback', 'allowed'],
  ['http://2130706433/', 'loopback', 'allowed'],
  ['http://2130706433./', 'loopback', 'allowed'],
  ['http://017700000001/', 'loopback', 'allowed'],
  ['http://0177.0.0.1/', 'loopback', 'allowed'],
  ['http://0177.0.0.01/', 'loopback', 'allowed'],
  ['http://00000177.0.0.1/', 'loopback', 'allowed'],
  ['http://0177.1/', 'loopback', 'allowed'],
  ['http://0x7f000001/', 'loopback', 'allowed'],
  ['http://0X7F000001/', 'loopback', 'allowed'],
  ['http://0x7f.1/', 'loopback', 'allowed'],
  ['http://0x7f.0x0.0x0.0x1/', 'loopback', 'allowed'],
  ['http://0x7f.0.0.01/', 'loopback', 'allowed'],
  ['http://0x7f.0x000001/', 'loopback', 'allowed'],
  ['http://127.0x1/', 'loopback', 'allowed'],
  ['http://127.0.0x/', 'loopback', 'allowed'],
  ['http://１２７.0.0.1/', 'loopback', 'allowed'],
  ['http://１２７．０．０．１/', 'loopback', 'allowed'],
  ['http://127。0。0。1/', 'loopback', 'allowed'],
  ['http://127｡0｡0｡1/', 'loopback', 'allowed'],
  ['http://①②⑦.⓪.⓪.①/', 'loopback', 'allowed'],
  ['http://𝟏𝟐𝟕.𝟎.𝟎.𝟏/', 'loopback', 'allowed'],
  ['http://0ｘ7ｆ.1/', 'loopback', 'allowed'],
  ['http://127.0.0.\u00ad1/', 'loopback', 'allowed'],
  ['http://127.0.\u200b0.1/', 'loopback', 'allowed'],
  ['http://%31%32%37.0.0.1/', 'loopback', 'allowed'],
  ['http://127%2e0%2e0%2e1/', 'loopback', 'allowed'],
  ['http://%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1/', 'loopback', 'allowed'],
  ['http://127.0.0.1\\@example.com/', 'loopback', 'allowed'],
  ['http://user:pass@127.0.0.1/', 'loopback', 'allowed'],
  ['http://example.com@127.0.0.1/', 'loopback', 'allowed'],
  ['http://example.com%2F@127.0.0.1/', 'loopback', 'allowed'],
  ['http://127.0.0.1?@example.com/', 'loopback', 'allowed'],

  // Loopback, names
  ['http://localhost/', 'loopback', 'allowed'],
  ['http://localhost:8480/', 'loopback', 'allowed'],
  ['http://LOCALHOST/', 'loopback', 'allowed'],
  ['http://LocalHost./', 'loopback', 'allowed'],
  ['http://a.localhost/', 'loopback', 'allowed'],
  ['http://a.b.localhost./', 'loopback', 'allowed'],
  ['http://ｌｏｃａｌｈｏｓｔ/', 'loopback', 'allowed'],
  ['http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'loopback', 'allowed'],
  ['http://local\u00adhost/', 'loopback', 'allowed'],
  ['http://%6cocalhost/', 'loopback', 'allowed'],
  ['http://a。localhost/', 'loopback', 'allowed'],

  // Loopback, IPv6
  ['http://[::1]/', 'loopback', 'allowed'],
  ['http://[::1]:8480/', 'loopback', 'allowed'],
  ['http://[0:0:0:0:0:0:0:1]/', 'loopback', 'allowed'],
  ['http://[0000:0000:0000:0000:0000:0000:0000:0001]/', 'loopback', 'allowed'],
  ['http://[::0001]/', 'loopback', 'allowed'],
  ['http://[::ffff:127.0.0.1]/', 'loopback', 'allowed'],
  ['http://[::FFFF:7F00:1]/', 'loopback', 'allowed'],
  ['http://[0:0:0:0:0:ffff:7f00:0001]/', 'loopback', 'allowed'],
  ['http://[::127.0.0.1]/', 'loopback', 'allowed'],
  ['http://[::ffff:0:127.0.0.1]/', 'loopback', 'allowed'],
  ['http://[64:ff9b::127.0.0.1]/', 'loopback', 'allowed'],
  ['http://[64:ff9b:1::127.0.0.1]/', 'loopback', 'allowed'],
  ['http://[64:ff9b:1:7f00:0:100::]/', 'loopback', 'allowed'],
  ['http://[2002:7f00:1::]/', 'loopback', 'allowed'],
  ['http://[2002:7f00:1::1]/', 'loopback', 'allowed'],
  ['http://[2001:0:808:808::80ff:fffe]/', 'loopback', 'allowed'],
  ['http://[2001:0:7f00:1::f7f7:f7f7]/', 'loopback', 'allowed'],
  ['http://[2606:4700::5efe:127.0.0.1]/', 'loopback', 'allowed'],
  ['http://[2606:4700::200:5efe:7f00:1]/', 'loopback', 'allowed'],

  // Private, carrier-grade and special
  ['http://10.0.0.1/', 'private', 'allowed'],
  ['http://10.255.255.255/', 'private', 'allowed'],
  ['http://10.1/', 'private', 'allowed'],
  ['http://012.1/', 'private', 'allowed'],
  ['http://0xa.1/', 'private', 'allowed'],
  ['http://167772161/', 'private', 'allowed'],
  ['http://172.16.0.1/', 'private', 'allowed'],
  ['http://172.31.255.255/', 'private', 'allowed'],
  ['http://172.1048577/', 'private', 'allowed'],
  ['http://192.168.0.1/', 'private', 'allowed'],
  ['http://0xc0a80001/', 'private', 'allowed'],
  ['http://0300.0250.1/', 'private', 'allowed'],
  ['http://3232235521/', 'private', 'allowed'],
  ['http://[fc00::1]/', 'private', 'allowed'],
  ['http://[FD12:3456::1]/', 'private', 'allowed'],
  ['http://[fec0::1]/', 'private', 'allowed'],
  ['http://[::ffff:10.0.0.1]/', 'private', 'allowed'],
  ['http://[::ffff:c0a8:1]/', 'private', 'allowed'],
  ['http://[64:ff9b::a00:1]/', 'private', 'allowed'],
  ['http://[2002:c0a8:1::1]/', 'private', 'allowed'],
  ['http://100.64.0.1/', 'carrier-grade', 'allowed'],
  ['http://100.127.255.255/', 'carrier-grade', 'allowed'],
  ['http://[::ffff:100.64.0.1]/', 'carrier-grade', 'allowed'],
  ['http://192.0.2.1/', 'documentation', 'allowed'],
  ['http://198.51.100.1/', 'documentation', 'allowed'],
  ['http://203.0.113.1/', 'documentation', 'allowed'],
  ['http://[2001:db8::1]/', 'documentation', 'allowed'],
  ['http://[3fff::1]/', 'documentation', 'allowed'],
  ['http://198.18.0.1/', 'benchmarking', 'allowed'],
  ['http://198.19.255.255/', 'benchmarking', 'allowed'],
  ['http://[2001:2::1]/', 'benchmarking', 'allowed'],
  ['http://192.0.0.8/', 'reserved', 'allowed'],
  ['http://192.88.99.1/', 'reserved', 'allowed'],
  ['http://240.0.0.1/', 'reserved', 'allowed'],
  ['http://[100::1]/', 'reserved', 'allowed'],
  ['http://[4000::1]/', 'reserved', 'allowed'],
  ['http://[5f00::1]/', 'reserved', 'allowed'],
  ['http://[64:ff9b:1::8.8.8.8]/', 'reserved', 'allowed'],

  // Link-local and metadata: refused everywhere
  ['http://169.254.1.1/', 'link-local', 'refused'],
  ['http://169.254.1/', 'link-local', 'refused'],
  ['http://0xa9fe0101/', 'link-local', 'refused'],
  ['http://[fe80::1]/', 'link-local', 'refused'],
  ['http://[FEBF::1]/', 'link-local', 'refused'],
  ['http://[fe80::5efe:8.8.8.8]/', 'link-local', 'refused'],
  ['http://[::ffff:169.254.1.1]/', 'link-local', 'refused'],
  ['http://[2002:a9fe:101::]/', 'link-local', 'refused'],
  ['http://169.254.169.254/latest/meta-data/', 'metadata', 'refused'],
  ['http://169.254.169.254./', 'metadata', 'refused'],
  ['http://169.254.43518/', 'metadata', 'refused'],
  ['http://169.16689662/', 'metadata', 'refused'],
  ['http://2852039166/', 'metadata', 'refused'],
  ['http://0xa9fea9fe/', 'metadata', 'refused'],
  ['http://0251.0376.0251.0376/', 'metadata', 'refused'],
  ['http://0xa9.0376.43518/', 'metadata', 'refused'],
  ['http://１６９．２５４．１６９．２５４/', 'metadata', 'refused'],
  ['http://169。254。169。254/', 'metadata', 'refused'],
  ['http://[::ffff:169.254.169.254]/', 'metadata', 'refused'],
  ['http://[::ffff:a9fe:a9fe]/', 'metadata', 'refused'],
  ['http://[::a9fe:a9fe]/', 'metadata', 'refused'],
  ['http://[::ffff:0:a9fe:a9fe]/', 'metadata', 'refused'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'metadata', 'refused'],
  ['http://[64:ff9b:1::a9fe:a9fe]/', 'metadata', 'refused'],
  ['http://[64:ff9b:1:a9fe:a9:fe00::]/', 'metadata', 'refused'],
  ['http://[64:ff9b:1:a9:fe:a9fe::]/', 'metadata', 'refused'],
  ['http://[64:ff9b:1:0:a9:fea9:fe00:0]/', 'metadata', 'refused'],
  ['http://[2002:a9fe:a9fe::1]/', 'metadata', 'refused'],
  ['http://[2001:0:a9fe:a9fe::f7f7:f7f7]/', 'metadata', 'refused'],
  ['http://[2001:0:808:808::5601:5601]/', 'metadata', 'refused'],
  ['http://[2606:4700::5efe:a9fe:a9fe]/', 'metadata', 'refused'],
  ['http://[fe80::a9fe:a9fe]/', 'metadata', 'refused'],
  ['http://[fd00:ec2::254]/', 'metadata', 'refused'],
  ['http://[FD00:0EC2:0::0254]/', 'metadata', 'refused'],
  ['http://[fd20:ce::254]/', 'metadata', 'refused'],
  ['http://100.100.100.200/', 'metadata', 'refused'],
  ['http://168.63.129.16/', 'metadata', 'refused'],
  ['http://[::ffff:168.63.129.16]/', 'metadata', 'refused'],
  ['http://192.0.0.192/', 'metadata', 'refused'],

  // Nobody's address: refused everywhere
  ['http://0/', 'unspecified', 'refused'],
  ['http://0.0.0.0/', 'unspecified', 'refused'],
  ['http://00.0x0.0/', 'unspecified', 'refused'],
  ['http://0x/', 'unspecified', 'refused'],
  ['http://０/', 'unspecified', 'refused'],
  ['http://0.1.2.3/', 'unspecified', 'refused'],
  ['http://[::]/', 'unspecified', 'refused'],
  ['http://[::ffff:0:0]/', 'unspecified', 'refused'],
  ['http://[::2]/', 'unspecified', 'refused'],
  ['http://[64:ff9b:1::]/', 'unspecified', 'refused'],
  ['http://224.0.0.1/', 'multicast', 'refused'],
  ['http://239.255.255.250:1900/', 'multicast', 'refused'],
  ['http://[ff02::1]/', 'multicast', 'refused'],
  ['http://255.255.255.255/', 'broadcast', 'refused'],
  ['http://4294967295/', 'broadcast', 'refused'],
  ['http://[::ffff:255.255.255.255]/', 'broadcast', 'refused'],

  // Public ones, near the borders of the others
  ['http://8.8.8.8/', 'allowed', 'allowed'],
  ['http://134744072/', 'allowed', 'allowed'],
  ['http://9.255.255.255/', 'allowed', 'allowed'],
  ['http://11.0.0.0/', 'allowed', 'allowed'],
  ['http://100.63.255.255/', 'allowed', 'allowed'],
  ['http://100.128.0.0/', 'allowed', 'allowed'],
  ['http://126.255.255.255/', 'allowed', 'allowed'],
  ['http://128.0.0.0/', 'allowed', 'allowed'],
  ['http://169.253.255.255/', 'allowed', 'allowed'],
  ['http://169.255.0.0/', 'allowed', 'allowed'],
  ['http://172.15.255.255/', 'allowed', 'allowed'],
  ['http://172.32.0.0/', 'allowed', 'allowed'],
  ['http://192.0.1.0/', 'allowed', 'allowed'],
  ['http://192.167.255.255/', 'allowed', 'allowed'],
  ['http://198.17.255.255/', 'allowed', 'allowed'],
  ['http://198.20.0.0/', 'allowed', 'allowed'],
  ['http://223.255.255.255/', 'allowed', 'allowed'],
  ['http://[2606:4700::1111]/', 'allowed', 'allowed'],
  ['http://[2620:4f:8000::1]/', 'allowed', 'allowed'],
  ['http://[64:ff9b::8.8.8.8]/', 'allowed', 'allowed'],
  ['http://[2002:808:808::1]/', 'allowed', 'allowed'],
  ['http://[2001:0:808:808::f7f7:f7f7]/', 'allowed', 'allowed'],

  // Names: what they mean is known when they are called
  ['https://hooks.example.com/a', 'a name', 'allowed'],
  ['http://127.0.0.1.example.com/', 'a name', 'allowed'],
  ['http://localhost.example.com/', 'a name', 'allowed'],
  ['http://notlocalhost/', 'a name', 'allowed'],
  ['http://metadata.google.internal/', 'a name', 'allowed'],
  ['http://xn--bcher-kva.example/', 'a name', 'allowed'],
  ['http://h.example/127.0.0.1', 'a name', 'allowed'],
  ['http://h.example/?u=http://127.0.0.1/', 'a name', 'allowed'],
  ['http://127.0.0.1@h.example/', 'a name', 'allowed'],
  ['https://h.example/%AlertName%', 'a name', 'allowed'],

  // Refused before any address is resolved
  ['http://[fe80::1%25eth0]/', 'no URL', 'refused'],
  ['http://[::1%25lo]/', 'no URL', 'refused'],
  ['http://[::1%lo]/', 'no URL', 'refused'],
  ['http://[127.0.0.1]/', 'no URL', 'refused'],
  ['http://[::ffff:127.1]/', 'no URL', 'refused'],
  ['http://[::ffff:0x7f.0.0.1]/', 'no URL', 'refused'],
  ['http://127.0.0.256/', 'no URL', 'refused'],
  ['http://4294967296/', 'no URL', 'refused'],
  ['http://08.0.0.1/', 'no URL', 'refused'],
  ['http://127.0.0.0.1/', 'no URL', 'refused'],
  ['http://1.2.3.0x100/', 'no URL', 'refused'],
  ['http://127.0.0.1%00.example.com/', 'no URL', 'refused'],
  ['http://127.0.0.1 .example.com/', 'no URL', 'refused'],
  ['http://127.0.0.1\t/', 'no URL', 'refused'],
  ['http:127.0.0.1/', 'no URL', 'refused'],
  ['http:/127.0.0.1/', 'no URL', 'refused'],
  ['http:///127.0.0.1/', 'no URL', 'refused'],
  ['http:\\\\127.0.0.1/', 'no URL', 'refused'],
  ['http://127.0.0.1#@h.example/', 'no URL', 'refused'],
  ['http://%ServerName%/', 'no URL', 'refused'],
  ['http://h.example%AlertName%/', 'no URL', 'refused'],
  ['ftp://127.0.0.1/', 'no URL', 'refused'],
  ['//127.0.0.1/', 'no URL', 'refused'],
  ['127.0.0.1', 'no URL', 'refused'],
]

describe('the spellings of addresses in URLs', () => {
  for (const [url, meaning, expectedOnLoopback] of SPELLINGS) {
    it(`${url} is ${meaning}, and ${expectedOnLoopback} on loopback`, () => {
      // The order in which a definition is checked: is it a URL, then where does it lead?
      const mistake = checkUrl(url)
      assert.equal(mistake !== undefined, meaning === 'no URL', mistake ?? 'it is a URL')

      const kind = meaningOf(onPublicAddress.checkUrl(url))
      if (mistake === undefined) assert.equal(kind, meaning in KINDS ? meaning : 'allowed')
      const refusalOnLoopback = mistake ?? onLoopback.checkUrl(url)
      assert.equal(refusalOnLoopback === undefined ? 'allowed' : 'refused', expectedOnLoopback)
    })
  }

  it('are many', () => assert.ok(new Set(SPELLINGS.map(([url]) => url)).size >= 200))
})

/** The kind that a refusal names. */
function meaningOf(refusal: string | undefined): string {
  if (refusal === undefined) return 'allowed'
  const kinds = Object.entries(KINDS).filter(([, { words }]) => refusal.includes(` is ${words}: `))
  assert.equal(kinds.length, 1, refusal)
  return kinds[0]?.[0] ?? refusal
}
