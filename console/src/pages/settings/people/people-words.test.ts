import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeBrowser } from '../account/browser-words.ts'
import { isLesser, labelOfRole, waysOf } from './people-words.ts'

describe('people in words', () => {
  it('names a browser and its system, the rarer name first', () => {
    const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'
    assert.equal(describeBrowser(chrome), 'Chrome on Linux')
    assert.equal(describeBrowser(`${chrome} Edg/142.0`), 'Edge on Linux')
    assert.equal(describeBrowser('Mozilla/5.0 (iPhone; like Mac OS X) Safari/604.1'), 'Safari on iPhone')
  })

  it('shows the text of an unknown program unchanged', () => {
    assert.equal(describeBrowser('curl/8.5'), 'curl/8.5')
    assert.equal(describeBrowser(''), 'Unknown program')
    assert.equal(describeBrowser('x'.repeat(300)).length, 80)
  })

  it('a role is lesser, equal or greater', () => {
    assert.ok(isLesser('viewer', 'admin'))
    assert.ok(!isLesser('admin', 'operator'))
    assert.ok(!isLesser('operator', 'operator'))
    assert.equal(labelOfRole('operator'), 'Operator')
  })

  it('somebody without a password and a provider was invited only', () => {
    assert.equal(waysOf({ has_password: true, oidc: null }), 'password')
    assert.equal(waysOf({ has_password: true, oidc: { issuer: 'i', subject: 's' } }), 'password, provider')
    assert.equal(waysOf({ has_password: false, oidc: null }), 'invited, no password yet')
  })
})
