import type { Command } from 'commander'
import { describeDatabase } from '../../config/database-address.ts'
import { migrateDatabase } from '../../app/open-store.ts'
import { failure } from '../program/cli-error.ts'
import { wantsJson } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { Screen } from '../view/screen.ts'
import { addSettingOptions, readSettings } from './serve.ts'
import { databaseHint } from './start-failure.ts'
import { printJson } from '../client/session.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { withCommands } from '../program/command-line.ts'

export function defineMigrate(context: CliContext): Command {
  const command = new TaughtCommand('migrate', {
    summary: 'bring the database up to date without starting the service',
    description:
      '`tocsin serve` does the same at its start; this is for doing it beforehand, and for seeing that it works. With SQLite the service must be stopped; nodes on PostgreSQL go on meanwhile, and where they could not it is refused. Make a backup first: an older release refuses a newer database when it starts.',
    examples: [
      ['tocsin migrate', 'the database in ./data'],
      ['tocsin migrate --database sqlite:/var/lib/tocsin/tocsin.db', 'another one'],
      ['tocsin migrate --database postgres://tocsin@db.internal/tocsin', 'PostgreSQL'],
    ],
  })
  addSettingOptions(command, ['database', 'encryptionKey'])
  command.option('--json', 'print JSON, for programs')
  return command.action(async () => {
    const settings = readSettings(command, context)
    const name = describeDatabase(settings.database)
    const { from, to } = await migrateDatabase(settings, context.clock).catch((error: unknown) => {
      const hints = [databaseHint(settings.database)]
      throw failure(withCommands(error instanceof Error ? error.message : String(error)), hints, error)
    })
    if (wantsJson(command)) {
      printJson(context, JSON.stringify({ database: name, from, to }))
      return
    }
    const sentence =
      from === to ? `is up to date (schema version ${to})` : `went from schema version ${from} to ${to}`
    new Screen(context.terminal).line(`${name} ${sentence}.`)
  })
}
