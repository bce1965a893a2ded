import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { filesAtCut, filesAtEnd, type DiskStep } from '../../tools/prove/powercuts/disk.ts'
import { readStraceLine } from '../../tools/prove/powercuts/read-strace.ts'
import { Random } from '../simulation/random.ts'

const BLOCK = 512
const times = (beganAtMs: number) => ({ beganAtMs, endedAtMs: beganAtMs + 0.5 })
const write = (atMs: number, letter: string, block = 0): DiskStep => ({
  ...times(atMs),
  kind: 'write',
  file: 'db',
  offset: block * BLOCK,
  data: Buffer.alloc(BLOCK, letter),
})
const flush = (atMs: number): DiskStep => ({ ...times(atMs), kind: 'flush', file: 'db' })

/** Everything that a disk may have, a letter for each block. */
function possible(steps: readonly DiskStep[], atMs: number, before = [['db', '']]): readonly string[] {
  const files = new Map(before.map(([name = '', text = '']) => [name, Buffer.from(text)]))
  const seen = Array.from({ length: 400 }, (_, seed) => {
    const file = filesAtCut(files, steps, { atMs, random: new Random(seed) }).get('db')
    return file === undefined ? 'missing' : blocksOf(file)
  })
  return [...new Set(seen)].toSorted()
}

function blocksOf(file: Buffer): string {
  return Array.from({ length: file.length / BLOCK }, (_, block) =>
    file.toString('latin1', block * BLOCK, block * BLOCK + 1),
  )
    .join('')
    .replaceAll('\0', '0')
}

describe('filesAtCut', () => {
  it('has what was flushed, and of the rest any part in any order', () => {
    const steps = [write(1, 'a'), flush(2), write(3, 'b', 1), write(4, 'c', 2)]

    assert.deepEqual(possible(steps, 2.9), ['a'])
    assert.deepEqual(possible(steps, 9), ['a', 'a0', 'a00', 'a0c', 'ab', 'ab0', 'abc'])
  })

  it('has of a block what it held after one of the changes', () => {
    assert.deepEqual(possible([write(1, 'a'), write(2, 'b'), write(3, 'c')], 9), ['', '0', 'a', 'b', 'c'])
  })

  it('does not trust a flush that has not ended, nor one that began before the write had ended', () => {
    assert.deepEqual(possible([write(1, 'a'), flush(2)], 2.2), ['', '0', 'a'])
    const slow = { ...write(1, 'a'), endedAtMs: 3 }
    assert.deepEqual(possible([slow, flush(2)], 9), ['', '0', 'a'])
  })

  it('knows a file again only when its folder was flushed, and forgets one that was removed likewise', () => {
    const create: DiskStep = { ...times(0), kind: 'create', file: 'db' }
    const made = [create, write(1, 'a'), flush(2)]
    assert.deepEqual(possible(made, 9, []), ['a', 'missing'])
    assert.deepEqual(possible([...made, { ...times(3), kind: 'flush folder' }], 9, []), ['a'])
    assert.deepEqual(possible([...made, { ...times(4), kind: 'remove', file: 'db' }], 9, []), [
      'a',
      'missing',
    ])
  })

  it('cuts what a truncation took away, or does not yet', () => {
    const shorter: DiskStep = { ...times(3), kind: 'truncate', file: 'db', size: BLOCK }
    const steps = [write(1, 'a'), write(1.6, 'b', 1), flush(2.2), shorter]
    assert.deepEqual(possible(steps, 9), ['a', 'a0', 'ab'])
    assert.equal(
      blocksOf(filesAtEnd(new Map([['db', Buffer.alloc(0)]]), steps).get('db') ?? Buffer.alloc(0)),
      'a',
    )
  })
})

describe('readStraceLine', () => {
  const hex = (text: string) =>
    [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
  const file = hex('/data/t.db')
  const read = (call: string) => readStraceLine(`1000.000250 ${call}`, '/data/t.db')

  it('reads what changes and what flushes', () => {
    assert.deepEqual(read(`pwrite64(21<${hex('/data/t.db-wal')}>, "\\x61\\x00", 2, 4152) = 2 <0.000500>`), {
      beganAtMs: 1_000_000.25,
      endedAtMs: 1_000_000.75,
      kind: 'write',
      file: 't.db-wal',
      offset: 4152,
      data: Buffer.from('a\0'),
    })
    const kinds = [
      `ftruncate(21<${file}>, 4096) = 0 <0.1>`,
      `fdatasync(21<${file}>) = 0 <0.1>`,
      `fsync(5<${hex('/data')}>) = 0 <0.1>`,
      `openat(AT_FDCWD<${hex('/data')}>, "${file}", O_RDWR|O_CREAT, 0600) = 21<${file}> <0.1>`,
      `unlink("${file}") = 0 <0.1>`,
    ].map((call) => read(call)?.kind)
    assert.deepEqual(kinds, ['truncate', 'flush', 'flush folder', 'create', 'remove'])
  })

  it('takes what was under way when the process died as without an end', () => {
    for (const rest of [') = ?', ' <unfinished ...>', ') = ? <unfinished ...>'])
      assert.deepEqual(
        [read(`fdatasync(21<${file}>${rest}`)].map((step) => [step?.kind, step?.endedAtMs]),
        [['flush', Infinity]],
      )
  })

  it('leaves out what failed and what is about other files, and refuses what it cannot replay', () => {
    assert.equal(read(`unlink("${file}") = -1 ENOENT (No such file or directory) <0.1>`), undefined)
    assert.equal(read(`pwrite64(23<${hex('/data/t.db-shm')}>, "\\x00", 1, 4095) = 1 <0.1>`), undefined)
    assert.equal(readStraceLine('1000.000250 +++ exited with 0 +++', '/data/t.db'), undefined)
    assert.throws(() => read(`write(21<${file}>, "\\x00", 1) = 1 <0.1>`), /write of t.db cannot be replayed/)
    assert.throws(() => read(`pwrite64(21<${file}>, "\\x00"..., 2, 0) = 2 <0.1>`), /cut off/)
  })
})
