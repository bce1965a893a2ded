import { rm } from 'node:fs/promises'
import type { Command } from 'commander'
import { usageError } from '../program/cli-error.ts'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { copyDatabase } from './copy-database.ts'
import { exists, replaceFile } from '../options/replace-file.ts'
import type { Session } from '../client/session.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { defineVerifyBackup } from './verify-backup.ts'
import { describeBytes } from '../view/human-size.ts'

export function defineBackup(context: CliContext): Command {
  const command = new TaughtCommand('backup', {
    summary: 'save a copy of the database while the service runs',
    description:
      'Fetches a consistent copy of the database from the running service into FILE (mode 0600: it holds header values and history). The copy is written beside it as FILE.tmp and renamed when it is whole. To put it back: `tocsin restore`, while the service is stopped.',
    examples: [
      ['tocsin backup tocsin-2026-09-14.db', 'into a new file'],
      ['tocsin backup --force /var/backups/tocsin.db', 'over the last one'],
      ['tocsin backup verify tocsin-2026-09-14.db', 'whether it is whole'],
    ],
  })
  command.addCommand(defineVerifyBackup(context))
  command.argument('<file>', 'where to write it').option('-f, --force', 'write over a file that exists')
  return actOnService<{ readonly force?: boolean }>(
    command,
    context,
    async (session, { force = false }, [file = '']) => {
      const temporary = `${file}.tmp`
      if (force) await rm(temporary, { force: true })
      else await refuseExisting(file, temporary)
      const byteCount = await save(session, { file, temporary })
      session.print(JSON.stringify({ file, bytes: byteCount }), (screen) => {
        screen.line(`Saved ${describeBytes(byteCount)} in ${file}`)
      })
    },
  )
}

async function refuseExisting(file: string, temporary: string): Promise<void> {
  if (await exists(file)) {
    throw usageError(`${file} exists already; name another file, or write over it with --force.`)
  }
  if (await exists(temporary)) {
    throw usageError(
      `${temporary} exists: another backup is being written, or one was interrupted; with --force it is written over.`,
    )
  }
}

async function save(
  session: Session,
  { file, temporary }: { readonly file: string; readonly temporary: string },
): Promise<number> {
  const interrupted = session.context.untilInterrupted()
  const response = await session.client.openStream(
    { method: 'GET', path: '/v1/backup', headers: { accept: 'application/vnd.sqlite3' } },
    interrupted,
  )
  let byteCount = 0
  await replaceFile(file, {
    temporary,
    write: async (handle) => {
      byteCount = await copyDatabase(response, handle, { session, interrupted })
    },
  })
  return byteCount
}
