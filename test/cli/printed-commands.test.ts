import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { systemContext } from '../../cli/program/system-context.ts'
import { THIS_MACHINE } from '../../src/commands/this-machine.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { createProgram } from '../../src/commands/program.ts'
import type { AnyCommand } from '../../cli/program/command.ts'

const ROOT = join(import.meta.dirname, '../..')
const TOOL = join(ROOT, 'bin/tocsin.js')
/** Reads `tocsin webhook test` out of a sentence, and `webhook test` out of a call of `commandLine`. */
const PRINTED = /(?:commandLine\(\s*['`]|(?<![\w./@-])tocsin )([a-z]+)(?: ([a-z][a-z-]*))?/g
/** Sentences about the program, and names that begin with its name. */
const NO_COMMAND = new Set([
  'encryption key',
  'listener',
  'reports alerts',
  'reports a',
  'pending sign-in',
  'csrf token',
  'failed',
  'backup tocsin-',
  'for bash',
  'for fish',
  'for zsh',
])

describe('commands that are printed to be pasted', () => {
  it('exist', async () => {
    const program = await createProgram({
      ...systemContext({ environment: {}, clock: systemClock, machine: THIS_MACHINE }),
      noteRefusal: () => undefined,
      exitWith: () => undefined,
    })
    const child = (parent: AnyCommand, name: string) => parent.commands.find((each) => each.name() === name)
    const unknown = globSync('{src,cli,console/src}/**/*.{ts,tsx}', { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) =>
        readFileSync(join(ROOT, file), 'utf8')
          .split('\n')
          .filter((line) => !/^\s*(?:\*|\/\*\*|\/\/)/.test(line))
          .flatMap((line) => [...line.matchAll(PRINTED)])
          .flatMap(([, noun = '', verb = '']) => {
            const found = child(program, noun)
            const takesVerb = found !== undefined && found.commands.length > 0 && verb !== ''
            const isKnown =
              ['help', 'version'].includes(noun) || (found && (!takesVerb || child(found, verb)))
            return isKnown || NO_COMMAND.has(`${noun} ${verb}`.trim()) ? [] : [`${file}: ${noun} ${verb}`]
          }),
      )
    assert.deepEqual(unknown, [])
  })

  for (const [how, variables, expected] of [
    ['npm run tocsin', { npm_lifecycle_event: 'tocsin', npm_package_name: 'tocsin' }, /^npm run tocsin --$/],
    ['npx', { npm_lifecycle_event: 'npx' }, /^npx tocsin$/],
    ['sudo', { SUDO_COMMAND: `${TOOL} webhook`, SUDO_USER: 'ada' }, /^sudo (?:-u \S+ )?\.\/bin\/tocsin\.js$/],
    ['its path', {}, /^\.\/bin\/tocsin\.js$/],
  ] as const)
    it(`begin as this one was given: by ${how}`, () => {
      const run = (...argv: readonly string[]) =>
        spawnSync(process.execPath, [TOOL, ...argv], {
          cwd: ROOT,
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], TOCSIN_CONFIG: '/nonexistent', ...variables },
        })
      const { stderr } = run('configure', '--nmae')
      const { stdout } = run('status', '--help')

      const given = /^See: (.*) configure --help$/m.exec(stderr)?.[1] ?? ''
      assert.match(given, expected)
      assert.equal(stdout.split(' status ')[0], `Usage: ${given}`)
    })
})
