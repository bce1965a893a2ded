import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LoopTurns } from './loop-turns.ts'

it('lets one go on in each turn of the event loop, in the order in which they came', async () => {
  const turns = new LoopTurns()
  const gone: number[] = []
  for (let index = 0; index < 5; index += 1) void turns.next().then(() => gone.push(index))

  const seen: number[] = []
  while (gone.length < 5) {
    await nextTurn()
    seen.push(gone.length)
  }

  assert.deepEqual(gone, [0, 1, 2, 3, 4])
  assert.ok(
    seen.every((count, index) => count - (seen[index - 1] ?? 0) <= 1),
    seen.join(),
  )
})

it('begins anew when nobody has waited for a while', async () => {
  const turns = new LoopTurns()
  await turns.next()
  await nextTurn()

  await turns.next()
})
