import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GUIDES } from './all-guides.ts'
import { partsOf } from './guide.ts'

const place = { address: 'https://tocsin.example.com/pem', token: 'tcn_secret' }

describe('the guides to the sources', () => {
  it('each has an id of its own', () => {
    assert.equal(new Set(GUIDES.map(({ id }) => id)).size, GUIDES.length)
  })

  for (const { id, name, steps, tokenName } of GUIDES) {
    // The guides for what Tocsin reads itself need no address.
    if (tokenName === null) continue
    it(`${name} (${id}) contains the address of the service and the token`, () => {
      const text = steps(place)
        .map(({ text = '' }) => text)
        .join('\n')
      assert.match(text, /tocsin\.example\.com/)
      assert.match(text, /tcn_secret/)
      assert.match(text, /\/pem/)
      assert.doesNotMatch(text, /undefined|\[object/)
    })
  }

  it('an address falls into the parts that configurations want', () => {
    assert.deepEqual(partsOf('https://tocsin.example.com/pem'), {
      scheme: 'https',
      hostAndPort: 'tocsin.example.com:443',
      path: '/pem',
    })
    assert.deepEqual(partsOf('http://[::1]:8480'), { scheme: 'http', hostAndPort: '[::1]:8480', path: '' })
  })
})
