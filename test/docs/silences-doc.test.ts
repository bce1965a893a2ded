import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { WINDOW_MS_MAX } from '../../src/domain/window/window.ts'
import { runTool } from '../cli/run-tool.ts'
import { ADMIN_TOKEN, startApp } from '../support/app/start-app.ts'
import { NOW } from '../support/build.ts'
import { FakeClock } from '../support/time/fake-clock.ts'

const DOC = await readFile('docs/silences.md', 'utf8')
const EXAMPLES = [...DOC.matchAll(/```sh\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs)]

/** Returns the words of a line, without the quotes of a shell. */
function wordsOf(line: string): readonly string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)]
  return words.map(([, single, double, word]) => single ?? double ?? word ?? '')
}

describe('docs/silences.md', () => {
  it('shows commands that do what it says', async (t) => {
    const clock = new FakeClock(NOW)
    const app = await startApp({ listen: true, clock })
    t.after(() => app.stop())
    const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, SUDO_USER: 'ada' }
    assert.equal(EXAMPLES.length, 6)
    for (const [, lines = '', expected] of EXAMPLES) {
      for (const line of lines.trim().split('\n')) {
        const [tool, ...argv] = wordsOf(line)
        assert.equal(tool, 'tocsin')
        // pg_upgrade is not installed here; test/cli/silence.test.ts runs another command.
        if (argv.includes('--while')) continue
        const { code, out, err } = await runTool(argv, { environment, clock })
        assert.equal(code, 0, err)
        if (expected !== undefined) assert.equal(out, expected)
      }
    }
  })

  it('says how long a window lasts, and where the limits are', () => {
    assert.ok(DOC.includes(`lasts 1 minute to ${WINDOW_MS_MAX / 86_400_000} days`))
    assert.ok(DOC.includes('(api.md#limits)'))
  })
})
