import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createProxyRules, parseDirectHosts, parseProxies } from './proxy-rules.ts'

const rulesOf = (proxies: string, direct = '') =>
  createProxyRules(parseProxies(proxies), parseDirectHosts(direct))

describe('proxies for what goes out', () => {
  it('none without a setting', () => {
    assert.equal(rulesOf('', 'x.example')('hooks.example'), null)
  })

  it('one for all', () => {
    assert.deepEqual(rulesOf('http://proxy.example:3128')('hooks.example'), {
      name: 'http://proxy.example:3128',
      host: 'proxy.example',
      port: 3128,
      isTls: false,
      authorization: null,
    })
  })

  it('reads credentials, ports by scheme, and addresses as hosts; the name has no credentials', () => {
    const [tls] = parseProxies('https://us%40er:p%2Css%3A%@[2001:db8::1]/')
    const [plain] = parseProxies('http://only-user@10.0.0.1')

    assert.deepEqual(tls?.proxy, {
      name: 'https://[2001:db8::1]:443',
      host: '2001:db8::1',
      port: 443,
      isTls: true,
      authorization: `Basic ${Buffer.from('us@er:p%2Css%3A%').toString('base64')}`,
    })
    assert.equal(plain?.proxy.name, 'http://10.0.0.1:80')
    assert.equal(plain.proxy.authorization, `Basic ${Buffer.from('only-user:').toString('base64')}`)
  })

  it('the first pattern that means the host decides', () => {
    const find = rulesOf(
      'hooks.example=http://a:1, *.example=http://b:2, 10.0.0.0/8=http://c:3, fd00::/8=http://d:4, http://rest:5',
    )

    for (const [host, name] of [
      ['hooks.example', 'http://a:1'],
      ['HOOKS.example.', 'http://a:1'],
      ['deep.hooks.example', 'http://b:2'],
      ['example', 'http://rest:5'],
      ['10.2.3.4', 'http://c:3'],
      ['[::ffff:10.2.3.4]', 'http://c:3'],
      ['[fd00::1]', 'http://d:4'],
      ['fd00::1', 'http://d:4'],
      ['11.0.0.1', 'http://rest:5'],
    ] as const)
      assert.equal(find(host)?.name, name, host)
  })

  it('without one for the rest, the rest goes direct', () => {
    assert.equal(rulesOf('*.example=http://b:2')('hooks.test'), null)
  })

  it('leaves what is to go direct, and this machine, alone', () => {
    const find = rulesOf('http://proxy:3128', 'direct.example,*.corp.example,192.168.0.0/16,bücher.example')

    for (const host of [
      'direct.example',
      'a.corp.example.',
      '192.168.7.7',
      'xn--bcher-kva.example',
      'localhost',
      'LOCALHOST.',
      'app.localhost',
      '127.0.0.1',
      '127.9.9.9',
      '[::1]',
      '[::ffff:127.0.0.1]',
    ])
      assert.equal(find(host), null, host)
    for (const host of ['corp.example', 'sub.direct.example', '192.169.0.1', 'localhost.example'])
      assert.equal(find(host)?.name, 'http://proxy:3128', host)
  })

  for (const [text, words] of [
    ['proxy:3128', /\(number 1\) that is no address of a proxy/],
    ['socks5://hush:w0rd@proxy:1080', /no address of a proxy/],
    ['http://hush:w0rd@proxy:3128/path', /more than scheme, credentials, host and port/],
    ['*.a=http://b:1,http://hush:w0,rd@proxy', /no address of a proxy|\(number 3\)|not the last/],
    ['http://a:1,http://b:2', /for all hosts that is not the last/],
    ['*.a=http://b:12,hu sh=x@proxy', /\(number 2\) whose part before =/],
    ['a b=http://hush:w0rd@b:1', /\(number 1\) whose part before = is not a host/],
    ['300.1.1.1=http://b:1', /\(number 1\) whose part before = is not a host/],
  ] as const) {
    it(`refuses ${text}, and never repeats credentials`, () => {
      assert.throws(
        () => parseProxies(text),
        (error: Error) => words.test(error.message) && !/hush|hu sh|w0/.test(error.message),
      )
    })
  }

  it('refuses a pattern that is none', () => {
    assert.throws(() => parseDirectHosts('10.0.0.0/33'), /has "10\.0\.0\.0\/33", not a CIDR/)
    assert.throws(() => parseDirectHosts('*.*.example'), /not a CIDR/)
  })
})
