import type { Command } from 'commander'
import { describeDatabase } from '../../config/database-address.ts'
import { beginNewEpoch } from '../../app/open-store.ts'
import { failure } from '../program/cli-error.ts'
import { wantsJson } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { Screen } from '../view/screen.ts'
import { addSettingOptions, readSettings } from './serve.ts'
import { databaseHint } from './start-failure.ts'
import { printJson } from '../client/session.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineEpoch(context: CliContext): Command {
  const command = new TaughtCommand('epoch', {
    summary: 'begin a new epoch in a database that was restored or copied',
    description:
      'A database that was put back to an earlier state gives its deliveries numbers that others had before, and receivers that remember each webhook-id would take new notifications for old ones. In a new epoch no id is ever that of another notice; what was made before keeps its own. Give it after pg_restore, and after files or disks were put back by other tools, before the service is started. Not needed after `tocsin restore`, nor when a standby of PostgreSQL takes over. It is harmless at any time. With SQLite the service must be stopped.',
    examples: [
      ['tocsin epoch --database postgres://tocsin@db.internal/restored', 'after pg_restore'],
      [
        'tocsin epoch --database sqlite:/var/lib/tocsin/tocsin.db',
        'after the file was put back from a snapshot',
      ],
    ],
  })
  addSettingOptions(command, ['database', 'encryptionKey'])
  command.option('--json', 'print JSON, for programs')
  return command.action(async () => {
    const settings = readSettings(command, context)
    const name = describeDatabase(settings.database)
    await beginNewEpoch(settings, context.clock).catch((error: unknown) => {
      const hints = [databaseHint(settings.database)]
      throw failure(error instanceof Error ? error.message : String(error), hints, error)
    })
    if (wantsJson(command)) printJson(context, JSON.stringify({ database: name }))
    else new Screen(context.terminal).line(`${name} is in a new epoch: no webhook-id is given twice.`)
  })
}
