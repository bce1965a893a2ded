import type { Command } from 'commander'
import { checkDatabaseFile } from '../../open-store.ts'
import { wantsJson } from '../client/client-command.ts'
import { printJson } from '../client/session.ts'
import { failure } from '../program/cli-error.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import { Screen } from '../view/screen.ts'

export function defineVerifyBackup(context: CliContext): Command {
  const command = new TaughtCommand('verify', {
    summary: 'check that a backup is whole',
    description:
      'Reads all of FILE, a backup or the database file of a stopped service: its structure, the log beside it, and whether each event is what was taken in. Changes nothing. The exit code is 1 if anything is damaged. A service checks its own file in the same way each night at 3 o’clock, after a crash, and at the first start on a backup.',
    examples: [['tocsin backup verify tocsin-2026-09-14.db', 'before you rely on it']],
  })
  command.argument('<file>', 'the backup').option('--json', 'print JSON, for programs')
  return command.action(async (file: string) => {
    const findings = await checkDatabaseFile(file).catch((error: unknown) => {
      throw failure(`${file}: ${error instanceof Error ? error.message : String(error)}`, [], error)
    })
    if (wantsJson(command))
      printJson(context, JSON.stringify({ file, whole: findings.length === 0, findings }))
    else showFindings(new Screen(context.terminal), file, findings)
    if (findings.length > 0) context.noteRefusal()
  })
}

function showFindings(screen: Screen, file: string, findings: readonly string[]): void {
  if (findings.length === 0) return screen.line(`${file} is whole.`)
  screen.line(`${file} is damaged:`)
  for (const finding of findings) screen.line(`  ${finding}`)
  screen.line('Use an older backup. docs/operations.md, "A damaged database", says what else can be done.')
}
