import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { runTool } from '../cli/run-tool.ts'
import { CopyWorkshop } from '../support/databases/copy-support.ts'

const DOC = readFileSync('docs/cluster.md', 'utf8')
const workshop = await CopyWorkshop.open()
after(() => workshop.close())

function section(title: string): string {
  const [, rest = ''] = DOC.split(`\n## ${title}\n`)
  return rest.split('\n## ')[0] ?? ''
}

describe('docs/cluster.md, moving', () => {
  it('its commands, one after the other, move a service to PostgreSQL and back', async () => {
    const lines = [...section('Move between SQLite and PostgreSQL').matchAll(/^ *tocsin (copy .*)$/gm)]
    const places: Readonly<Record<string, string>> = {
      'sqlite:./data/tocsin.db': workshop.full,
      'postgres://tocsin@db.internal/tocsin': await workshop.emptyDatabase(),
      'sqlite:./data/back.db': workshop.newFile(),
    }

    assert.equal(lines.length, 4)
    for (const [, line = ''] of lines) {
      const { code, err } = await runTool(line.split(' ').map((word) => places[word] ?? word))

      assert.equal(code, 0, `${line}\n${err}`)
    }
  })
})
