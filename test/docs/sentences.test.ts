import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

/** Openings of sentences over which readers stumbled, so that none comes back from an old page. */
const STUMBLED_OVER = [
  'Whoever was told that an alert was raised',
  'Whoever was notified is told',
  'A word that comes late',
  'An end that overtakes its beginning',
  'A promise that runs out',
  'Our own absence is nobody',
  'leave labels out of account',
  'Our own want',
  'A lease is taken before it ends only',
  'None of them has a successor that left',
  'what a node that lived on hears',
  'The turns of a rate limit',
  'One that names no moment of its own',
  'Set back, nothing stands still',
  'Nor does a promise of a monitor run out',
  'holds the lock that its predecessor',
  'proves nothing and is not relied on',
  'to change anything of a webhook does not end that',
  'the event is held against it',
  'may read the tables and yet not all their rows',
  'came back to where it had come from',
  'The most by which one lease',
  'A longer name is none',
  'one more than that has no place',
  'A line carries one notification',
  'takes in and responses',
  'It stands beside the versions',
  'Everything behind the word',
  'first all that does not fit the shape',
  'its monitor still speaks of it',
]

describe('sentences over which readers stumbled', () => {
  it('stand neither on a page nor in a text of the program', () => {
    const files = globSync(['docs/**/*.md', '*.md', '{src,cli}/**/*.ts', 'console/src/**/*.{ts,tsx}'], {
      exclude: ['CHANGELOG.md'],
    })
    const found = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8').replaceAll(/\s+/g, ' ').toLowerCase()
      return STUMBLED_OVER.filter((words) => text.includes(words.toLowerCase())).map(
        (words) => `${file}: ${words}`,
      )
    })

    assert.ok(files.length > 1_000)
    assert.deepEqual(found, [])
  })
})
