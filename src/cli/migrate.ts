import type { Command } from 'commander'
import { encryptionKeysOf } from '../config.ts'
import { failure } from './cli-error.ts'
import { wantsJson } from './client-command.ts'
import type { CliContext } from './context.ts'
import { Screen } from './screen.ts'
import { addSettingOptions, readSettings } from './serve.ts'
import { printJson } from './session.ts'
import { TaughtCommand } from './taught-command.ts'

export function defineMigrate(context: CliContext): Command {
  const command = new TaughtCommand('migrate', {
    summary: 'bring the database up to date without starting the service',
    description:
      '`tocsin serve` does the same at its start; this is for doing it beforehand, and for seeing that it works. The service must be stopped. Make a backup first: an older release refuses a newer database.',
    examples: [
      ['tocsin migrate', 'the database in ./data'],
      ['tocsin migrate --database sqlite:/var/lib/tocsin/tocsin.db', 'another one'],
    ],
  })
  addSettingOptions(command, ['database', 'encryptionKeyFile'])
  command.option('--json', 'print JSON, for programs')
  return command.action(async () => {
    const settings = readSettings(command, context)
    const { database, databaseSizeMax } = settings
    // Loaded here, so that commands that only talk to a service start fast.
    const { openSqliteStore } = await import('../storage/sqlite/store.ts')
    const { store, migration } = await openSqliteStore({
      file: database.file,
      sizeMax: databaseSizeMax,
      encryptionKeys: encryptionKeysOf(settings),
      now: context.clock.now(),
    }).catch((error: unknown) => {
      throw failure(error instanceof Error ? error.message : String(error), [], error)
    })
    await store.close()
    const { from, to } = migration
    if (wantsJson(command)) {
      printJson(context, JSON.stringify({ database: database.file, from, to }))
      return
    }
    const sentence =
      from === to ? `is up to date (schema version ${to})` : `went from schema version ${from} to ${to}`
    new Screen(context.terminal).line(`${database.file} ${sentence}.`)
  })
}
