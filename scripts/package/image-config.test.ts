import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sourceOf } from './image-config.ts'

it('finds the address of the sources for others, without passwords, and none in a path of this machine', () => {
  for (const [remote, source] of [
    ['https://example.com/dba/tocsin.git', 'https://example.com/dba/tocsin.git'],
    ['https://ci:secret@example.com/dba/tocsin', 'https://example.com/dba/tocsin'],
    ['git@example.com:dba/tocsin.git', 'https://example.com/dba/tocsin.git'],
    ['ssh://git@example.com/dba/tocsin.git', 'https://example.com/dba/tocsin.git'],
    ['/home/ada/tocsin', undefined],
    ['file:///home/ada/tocsin', undefined],
    ['', undefined],
  ] as const)
    assert.equal(sourceOf(remote), source)
})
