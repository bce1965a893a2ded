import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { describeDatabase } from '../../config/database-address.ts'
import { RestoreMistake } from '../../storage/restore.ts'
import { wantsJson } from '../client/client-command.ts'
import { printJson } from '../client/session.ts'
import { failure, usageError, type CliError } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { addSettingOptions, readSettings } from '../service/serve.ts'
import { findSettings, isBare, isServiceInstalled } from '../service/service-settings.ts'
import { databaseHint } from '../service/start-failure.ts'
import { Screen } from '../view/screen.ts'
import { showRestore, toRestoreJson } from './restore-view.ts'

export function defineRestore(context: CliContext): Command {
  const command = new TaughtCommand('restore', {
    summary: 'put a backup in the place of the database of a stopped service',
    description:
      'Reads all of FILE, a backup or the database file of a stopped service, and puts it in the place of the SQLite database if this release can start on it. The old database is kept beside it; owner and mode stay. Says what will be sent again. Refuses while a service uses the database, and changes nothing if anything is wrong. With --service it takes the settings of the installed unit; so it does for root if the unit is there and nothing else is set. With PostgreSQL it prints the commands of the server, and ends with 2.',
    examples: [
      ['tocsin restore tocsin-2026-09-14.db --dry-run', 'what would be sent again, and what is lost'],
      [
        'tocsin restore /var/backups/before-upgrade.db',
        'as root: the database of the installed service, which is stopped',
      ],
      ['tocsin restore copy.db --database sqlite:./data/tocsin.db', 'another one'],
    ],
  })
  command
    .argument('<file>', 'the backup')
    .option('--dry-run', 'change nothing, say what would be done')
    .option('--service', 'the database of the installed service, tocsin.service')
  addSettingOptions(command, ['database', 'dataFolder', 'encryptionKey'])
  command.option('--json', 'print JSON, for programs')
  return command.action((file: string) => restore(file, command, context))
}

async function restore(backup: string, command: Command, context: CliContext): Promise<void> {
  const { source, environment } = findSettings(command, context)
  const config = readSettings(command, { ...context, environment })
  const { database } = config
  if (database.engine === 'postgres') throw explainPostgres(backup, describeDatabase(database))
  refuseStranger(database.file, command, context)
  const isDryRun = command.opts<{ readonly dryRun?: boolean }>().dryRun === true
  const { restoreDatabase } = await import('../../restore-database.ts')
  const { terminal, clock } = context
  if (terminal.showsProgress) terminal.err('Reading the backup …')
  try {
    const options = { config, database: database.file, clock, isDryRun }
    const report = restoreDatabase(resolve(context.workingDirectory, backup), options)
    if (terminal.showsProgress) terminal.err('\r\u001b[K')
    const shown = { report, backup, isDryRun, now: clock.now(), isInstalled: source !== null }
    if (wantsJson(command)) printJson(context, JSON.stringify(toRestoreJson(shown)))
    else showRestore(new Screen(terminal), shown)
  } catch (error) {
    if (terminal.showsProgress) terminal.err('\r\u001b[K')
    throw explain(error, [databaseHint(database)])
  }
}

function explain(error: unknown, hints: readonly string[]): CliError {
  const sentence = error instanceof Error ? error.message : String(error)
  if (error instanceof RestoreMistake) return usageError(sentence)
  const isUsed = sentence.startsWith('Another Tocsin process')
  return failure(sentence, isUsed ? [STOP_HINT] : hints, error)
}

const STOP_HINT = 'Nothing was changed. An installed service is stopped with: sudo systemctl stop tocsin'

/** The default of a user is a folder of their own, which is hardly what they mean on a machine with a service. */
function refuseStranger(file: string, command: Command, { environment }: CliContext): void {
  if (process.getuid?.() === 0 || existsSync(file) || !isBare(command, environment) || !isServiceInstalled())
    return
  throw usageError(`There is no database ${resolve(file)} of yours.`, [
    'The one of the installed service: sudo tocsin restore FILE',
    'Another one: --database sqlite:PATH',
  ])
}

function explainPostgres(backup: string, address: string): CliError {
  const restored = `${address.slice(0, address.lastIndexOf('/') + 1)}restored`
  return usageError(
    `The database ${address} is restored with the tools of its server, into an empty database:`,
    [
      '',
      '  # stop all nodes',
      `  createdb --maintenance-db=${address} restored`,
      `  pg_restore --dbname=${restored} --no-owner ${backup}`,
      `  tocsin epoch --database ${restored}`,
      '',
      `Then name ${restored} in TOCSIN_DATABASE, and start the nodes: docs/backup.md.`,
      `If ${backup} is one of SQLite, use tocsin copy instead: --from sqlite:${backup} --to an empty database.`,
    ],
  )
}
