import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergeConfig } from './configure.ts'

describe('mergeConfig', () => {
  const known = { url: 'https://tocsin.example.com/', token: 'tcn_old' }

  it('changes what is given and keeps the rest', () => {
    assert.deepEqual(mergeConfig(known, { token: 'tcn_new' }), { ...known, token: 'tcn_new' })
    assert.deepEqual(mergeConfig(known, { url: 'https://tocsin.example.com' }), known)
  })

  it('does not take a token along to another service', () => {
    assert.deepEqual(mergeConfig(known, { url: 'https://other.example.com/' }), {
      url: 'https://other.example.com/',
    })
  })

  it('keeps the token of the default address only with the default address', () => {
    assert.deepEqual(mergeConfig({ token: 'tcn_local' }, { url: 'http://127.0.0.1:8480' }), {
      url: 'http://127.0.0.1:8480/',
      token: 'tcn_local',
    })
    assert.deepEqual(mergeConfig({ token: 'tcn_local' }, { url: 'http://127.0.0.1:9999' }), {
      url: 'http://127.0.0.1:9999/',
    })
  })

  it('refuses what cannot be an address or a token', () => {
    assert.throws(() => mergeConfig({}, { url: 'tocsin.example.com' }), /must be like http:/)
    assert.throws(() => mergeConfig({}, { token: 'two words' }), /--token must be printable ASCII/)
  })
})
