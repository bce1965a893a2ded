import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const DOC = readFileSync('docs/log-events.md', 'utf8')
const CODE = globSync('src/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** The tasks that log their name at level info, and the name with `.failed` at level warn. */
const TASKS = [...CODE.matchAll(/name: '((?:housekeeping|nodes)\.[a-z_]+)'/g)].map(([, event = '']) => event)

/** `event level` of each other line that the code can log. */
function linesOfCode(): readonly string[] {
  const direct = [...CODE.matchAll(/log\.(error|warn|info|debug)\((?:(?!log\.)[^`])*?'([a-z]+\.[a-z_]+)'/g)]
  return [...direct.map(([, level, event]) => `${event} ${level}`), 'log.lines_dropped warn']
}

describe('docs/log-events.md', () => {
  it('lists exactly the log lines of the code, with their levels', () => {
    const listed = [...DOC.matchAll(/^- `([a-z_.]+)` \(([a-z]+)\): /gm)]

    assert.deepEqual(
      listed.map(([, event, level]) => `${event} ${level}`).toSorted(),
      [...new Set(linesOfCode())].toSorted(),
    )
  })

  it('lists exactly the tasks in the background', () => {
    const listed = [...DOC.matchAll(/^- `([a-z_.]+)`: /gm)].map(([, event]) => event)

    assert.deepEqual(listed.toSorted(), [...new Set(TASKS)].toSorted())
    assert.ok(DOC.includes('`<name>.failed` at level `warn`'))
  })

  it('the log has no other events', () => {
    const known = new Set([
      ...linesOfCode().map((line) => line.split(' ')[0]),
      ...TASKS.flatMap((event) => [event, `${event}.failed`]),
    ])
    const named = [
      ...CODE.matchAll(/'((?:service|database|deliveries|nodes|request|housekeeping|log)\.[a-z_]+)'/g),
    ].map(([, event]) => event)

    assert.deepEqual(
      named.filter((event) => !known.has(event)),
      [],
    )
  })
})
