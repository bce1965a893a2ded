import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PendingSignIn, RoleRules } from './oidc.ts'
import { consolePathOf, nameOfClaims, openPending, roleOf, sealPending } from './oidc.ts'

const RULES: RoleRules = {
  claim: 'groups',
  valuesOf: { admin: ['dba'], operator: ['on-duty', 'ops'], viewer: ['staff'] },
  defaultRole: 'none',
}

describe('the role that a claim gives', () => {
  for (const [what, claims, rules, role] of [
    ['the greatest of several', { groups: ['staff', 'dba', 'ops'] }, RULES, 'admin'],
    ['of one text', { groups: 'ops' }, RULES, 'operator'],
    [
      'of a member of a member',
      { realm: { roles: ['staff'] } },
      { ...RULES, claim: 'realm.roles' },
      'viewer',
    ],
    ['of a claim with dots in its name', { 'a.b/c': ['dba'] }, { ...RULES, claim: 'a.b/c' }, 'admin'],
    ['none without the claim', {}, RULES, undefined],
    ['none of what is no text', { groups: [1, null, ['dba'], { dba: true }] }, RULES, undefined],
    ['none of a part of a value', { groups: ['dba2', 'DBA'] }, RULES, undefined],
    ['the default for the rest', { groups: ['x'] }, { ...RULES, defaultRole: 'viewer' as const }, 'viewer'],
    ['none of what every object has', { x: 1 }, { ...RULES, claim: 'constructor.name' }, undefined],
  ] as const) {
    it(what, () => assert.equal(roleOf(claims, rules), role))
  }
})

describe('the name that claims give', () => {
  it('is the first that a user can have', () => {
    assert.equal(nameOfClaims({ preferred_username: ' ada ', email: 'a@b.c', sub: '1' }), 'ada')
    assert.equal(nameOfClaims({ preferred_username: 'a\nb', email: 'a@b.c', sub: '1' }), 'a@b.c')
    assert.equal(nameOfClaims({ preferred_username: '', sub: '1' }), '1')
    assert.equal(nameOfClaims({ sub: '\u0000' }), 'somebody')
    assert.equal(nameOfClaims({ sub: 'x'.repeat(200) }, ' (id)'), `${'x'.repeat(95)} (id)`)
  })
})

describe('where a sign-in leads', () => {
  for (const [to, path] of [
    ['/deliveries?state=failed#x', '/deliveries?state=failed#x'],
    ['/', '/'],
    ['/a/../b', '/b'],
    ['deliveries', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/.//evil.example/', '/'],
    ['/a/..//evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['', '/'],
  ] as const) {
    it(`${JSON.stringify(to)}: ${path}`, () => assert.equal(consolePathOf(to), path))
  }
})

describe('a sign-in on its way', () => {
  const pending: PendingSignIn = {
    state: 's',
    nonce: 'n',
    codeVerifier: 'v',
    redirectUri: 'https://a.example/v1/oidc/callback',
    to: '/',
    expiresAt: 1_000,
  }
  const sealed = sealPending(pending, 'secret')

  it('is read by whoever has the secret, until its time is over', () => {
    assert.deepEqual(openPending(sealed, 'secret', 999), pending)
    assert.equal(openPending(sealed, 'secret', 1_000), undefined)
    assert.equal(openPending(sealed, 'another', 0), undefined)
  })

  it('cannot be changed by the browser', () => {
    const [body = '', signature = ''] = sealed.split('.')
    const changed = Buffer.from(JSON.stringify({ ...pending, to: '//evil' })).toString('base64url')
    for (const text of [`${changed}.${signature}`, body, `${body}.`, '', 'x.y', `${body}.${signature}x`]) {
      assert.equal(openPending(text, 'secret', 0), undefined, text)
    }
  })
})
