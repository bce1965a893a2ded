import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { IGNORED_AT_START, ignoredAtStart, ignoring } from './run-process.ts'

describe('ignoredAtStart', () => {
  for (const [mask, expected] of [
    ['0000000000000001', ['SIGHUP']],
    ['0000000000000006', ['SIGINT', 'SIGQUIT']],
    ['0000000001001007', ['SIGHUP', 'SIGINT', 'SIGQUIT']],
    ['0000000001001000', []],
    ['', []],
    ['x', []],
  ] as const) {
    it(`reads ${mask || 'nothing'} as ${expected.join(', ') || 'none'}`, () => {
      assert.deepEqual(ignoredAtStart({ [IGNORED_AT_START]: mask }), expected)
    })
  }

  it('finds none where no launcher left them', () => {
    assert.deepEqual(ignoredAtStart({}), [])
  })
})

describe('ignoring', () => {
  it('leaves a command line alone if nothing was ignored', () => {
    assert.deepEqual(ignoring([], ['ls', '-l']), ['ls', '-l'])
  })

  it('hands words to the shell unread', () => {
    assert.deepEqual(ignoring(['SIGHUP'], ['echo', '$HOME']).slice(2), [
      `trap '' HUP; exec "$@"`,
      'sh',
      'echo',
      '$HOME',
    ])
  })
})
