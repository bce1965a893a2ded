import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { MATCH_FIELDS, MATCH_PREFIXES, PATTERNS_INSTRUCTIONS_MAX } from '../../src/domain/matching/match.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from '../../src/domain/pattern/pattern.ts'
import { MATCH_STEPS_MAX } from '../../src/domain/matching/match-budget.ts'
import { parseMatch } from '../../src/domain/matching/parse-match.ts'
import { runTool } from '../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp } from '../support/app/start-app.ts'

const DOC = await readFile('docs/routing.md', 'utf8')
const TABLES = [...DOC.matchAll(/```yaml\n(.*?)```\n\n```sh\ntocsin (.*?)\n```\n\n```text\n(.*?)```/gs)]

describe('docs/routing.md', () => {
  it('begins with three route tables, each of which does what it says', async (t) => {
    assert.equal(TABLES.length, 3)
    for (const [, table = '', line = '', expected] of TABLES) {
      const app = await startApp({ listen: true })
      t.after(() => app.stop())
      const run = (argv: readonly string[], input = '') =>
        runTool(argv, { input, environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN } })
      const applied = await run(['apply', '-f', '-', '--yes'], table)
      assert.equal(applied.code, 0, applied.err)

      const { out } = await run(
        [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
      )

      assert.equal(out, expected)
    }
  })

  it('shows matchers that can be read, every field, and the limits', () => {
    const [, samples = ''] = /braces are allowed .*?```text\n(.*?)```/s.exec(DOC) ?? []
    for (const line of samples.trim().split('\n')) parseMatch(line)
    for (const field of Object.keys(MATCH_FIELDS)) assert.match(DOC, new RegExp(`\`${field}\``), field)
    for (const prefix of Object.keys(MATCH_PREFIXES)) assert.ok(DOC.includes(`\`${prefix}<name>\``), prefix)
    const shown = (count: number) => count.toLocaleString('en')
    assert.ok(DOC.includes(`the first ${shown(PATTERN_VALUE_CHARACTERS_MAX)} characters`))
    assert.ok(DOC.includes(`compile to ${shown(PATTERNS_INSTRUCTIONS_MAX)} instructions together`))
    assert.ok(DOC.includes(`take ${shown(MATCH_STEPS_MAX)} steps`))
  })

  it('previews as it says', async (t) => {
    const app = await startApp({ listen: true })
    t.after(() => app.stop())
    const [, match = ''] = /^tocsin route preview --match '(.*)'$/m.exec(DOC) ?? []
    const { code, out } = await runTool(['route', 'preview', '--match', match], {
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN },
    })
    assert.equal(code, 0)
    assert.match(out, /^Of the last 0 events it would get 0: 0 new, 0 no longer\.\n/)
  })
})
