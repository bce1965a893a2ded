// A process that fills its heap, for test/memory-guard.test.ts: objects that live, until the guard says no; then it lets go of
// them, until the guard lets in again. Says on stdout what happened.
import { setImmediate as turn } from 'node:timers/promises'
import { systemClock } from '../../src/runtime/clock.ts'
import { MemoryGuard } from '../../src/monitoring/memory-guard.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const guard = new MemoryGuard({
  clock: systemClock,
  log: { warn: (_fields, name) => say(name), info: (_fields, name) => say(name) },
})
guard.start()
const held: unknown[] = []
while (guard.refusal() === undefined) {
  for (let count = 0; count < 1_000; count += 1) held.push({ count, texts: [String(count), {}] })
  await turn()
}
say(`refused ${guard.refusal()?.code} ${guard.refusal()?.retryAfterMs}`)
held.length = 0
while (guard.refusal() !== undefined) await turn()
await guard.stop()
say('free')
