import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manPage } from '../../scripts/build/man-page.ts'
import { createProgram, createProgramFor } from '../../src/commands/program.ts'
import { allCommands, fullName } from '../../cli/program/root-command.ts'
import { SILENT_CONTEXT } from '../../src/commands/silent-context.ts'
import { type AnyCommand, TaughtCommand } from '../../cli/program/command.ts'

async function createSilentProgram(): Promise<AnyCommand> {
  const program = await createProgram(SILENT_CONTEXT)
  for (const command of allCommands(program))
    if (command.commands.length === 0 || command.registeredArguments.length > 0)
      command.action(() => undefined)
  return program
}

const commands = allCommands(await createSilentProgram())

describe('the manual page', () => {
  it('describes every command that there is', async () => {
    const page = (await manPage()).replaceAll('\\-', '-')

    assert.ok(commands.length > 20)
    for (const command of commands.slice(1)) assert.ok(page.includes(`.SS "${fullName(command)}`))
  })
})

describe('the program for one command', () => {
  for (const command of commands.filter(({ parent }) => parent === commands[0])) {
    it(`is that of ${command.name()} alone, with the same help`, async () => {
      const program = await createProgramFor(command.name(), SILENT_CONTEXT)

      assert.deepEqual(
        program.commands.map((one) => one.helpInformation()),
        [command.helpInformation()],
      )
    })
  }

  it('is the whole one for a word that is none', async () => {
    const { commands: all } = await createProgramFor('webhooks', SILENT_CONTEXT)

    assert.ok(all.length > 20)
  })
})

describe('help', () => {
  for (const command of commands.slice(1)) {
    it(`${fullName(command)}: has a summary in one line, a description and examples`, () => {
      assert.ok(command instanceof TaughtCommand)
      assert.match(command.summary(), /^[^\n.]{10,80}$/)
      assert.match(command.description(), /\.$/m)
      assert.ok(command.examples.length > 0)
    })

    it(`${fullName(command)}: its examples are valid command lines of the same command`, async () => {
      assert.ok(command instanceof TaughtCommand)
      for (const [line] of command.examples) {
        const [tool, ...argv] = splitLine(line)

        assert.equal(tool, 'tocsin')
        assert.ok(line.startsWith(fullName(command)), line)
        const program = await createSilentProgram()
        await assert.doesNotReject(program.parseAsync(argv, { from: 'user' }), line)
      }
    })

    it(`${fullName(command)}: every option and argument says what it means`, () => {
      for (const { flags, description } of command.options) assert.ok(description.length > 5, flags)
      for (const argument of command.registeredArguments) assert.ok(argument.description, argument.name())
    })
  }
})

/** As a shell splits words: quotes, but no expansion. */
function splitLine(line: string): readonly string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"']+)+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
}
