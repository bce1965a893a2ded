import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { createProgram } from '../../src/commands/program.ts'
import { allCommands, fullName } from '../../cli/program/root-command.ts'
import { SILENT_CONTEXT } from '../../src/commands/silent-context.ts'

const PAGES = globSync(['docs/**/*.md', 'README.md', 'SECURITY.md', 'packaging/README.md', 'deploy/**/*.md'])

/** A call of the tool, maybe in a container of its name, up to a pipe, a redirection, a remark or a command of its own. */
const CALL =
  /(?:^|[\s`(;|&])(?:npm run (?:-s )?tocsin -- |(?:tocsin )+)(?:help\b ?)?((?:"[^"]*"|'[^']*'|\\\n|[^`|<>;&#\n"'])*)/gm

const OPTIONS_OF_ALL = ['--help', '--version']

describe('commands on pages', async () => {
  const program = await createProgram(SILENT_CONTEXT)
  const options = new Map(
    allCommands(program).map((command) => [
      fullName(command).replace(/^tocsin ?/, ''),
      new Set([...command.options.flatMap(({ long, short }) => [long, short]), ...OPTIONS_OF_ALL]),
    ]),
  )

  /** Returns an option or a subcommand that the tool does not have; undefined: it has all. */
  function unknownIn(words: readonly string[]): string | undefined {
    // A path, or an option of the program in whose container or unit of this name the call is.
    if (!/^[a-z]+$/.test(words[0] ?? '')) return undefined
    const path: string[] = []
    while (options.has([...path, words[path.length]].join(' '))) path.push(words[path.length]!)
    const next = words[path.length]
    const hasSubcommands = [...options.keys()].some((name) => name.startsWith([...path, ''].join(' ')))
    if (hasSubcommands && next !== undefined && /^[a-z][a-z-]+$/.test(next)) return next
    const known = options.get(path.join(' '))
    // The rest belongs to the command that is run.
    const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
    return own
      .filter((word) => /^--?[a-z]/.test(word))
      .map((word) => word.replace(/=.*/, ''))
      .find((word) => known?.has(word) === false)
  }

  const calls = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(CALL)].map(([, call = '']) => ({
      page,
      call: call.replaceAll('\\\n', ' ').trim(),
      words: [...call.replaceAll('\\\n', ' ').matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(
        ([word]) => word,
      ),
    })),
  )

  it('are commands and options that there are', () => {
    assert.ok(calls.length > 300, String(calls.length))
    const wrong = calls
      .map(({ page, call, words }) => ({ page, call, unknown: unknownIn(words) }))
      .filter(({ unknown }) => unknown !== undefined)
      .map(({ page, call, unknown }) => `${page}: tocsin ${call}: ${unknown}`)
    assert.deepEqual(wrong, [])
  })

  it('would be found if they were not', () => {
    assert.equal(unknownIn(['webhook', 'add', '--name', 'x', '--ulr', 'y']), '--ulr')
    assert.equal(unknownIn(['webhook', 'make']), 'make')
    assert.equal(unknownIn(['alret', 'list']), 'alret')
    assert.equal(unknownIn(['silence', 'add', '--while', '--', 'pg_upgrade', '--link']), undefined)
  })
})
