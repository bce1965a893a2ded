import type { Command } from 'commander'
import { defineAlert } from './alert.ts'
import { defineApply } from './apply.ts'
import { defineAudit } from './audit.ts'
import { defineBackup } from './backup.ts'
import { defineConfigure } from './configure.ts'
import type { CliContext } from './context.ts'
import { defineCopy } from './copy.ts'
import { defineDelivery } from './delivery.ts'
import { defineEncryption } from './encryption.ts'
import { defineEpoch } from './epoch.ts'
import { defineEvent } from './event.ts'
import { defineExport } from './export.ts'
import { defineImport } from './import.ts'
import { defineJob } from './job.ts'
import { defineListen } from './listen.ts'
import { defineMigrate } from './migrate.ts'
import { defineOperation } from './operation.ts'
import { defineReceiver } from './receiver.ts'
import { createRootCommand, speakThrough } from './root-command.ts'
import { defineRun } from './run.ts'
import { defineServe } from './serve.ts'
import { defineSource } from './source.ts'
import { defineStatus } from './status.ts'
import { defineToken } from './token.ts'
import { defineUser } from './user.ts'
import { defineWebhook } from './webhook.ts'

/** The whole command line, ready to parse once. Mistakes and helps are thrown, never exits. */
export function createProgram(context: CliContext): Command {
  const program = createRootCommand()
  program.commandsGroup('Service:')
  for (const define of [defineServe, defineMigrate, defineCopy, defineBackup, defineEpoch, defineEncryption])
    program.addCommand(define(context))
  program.commandsGroup('Work with it:')
  for (const define of [
    defineWebhook,
    defineReceiver,
    defineImport,
    defineApply,
    defineExport,
    defineAlert,
    defineJob,
    defineRun,
    defineSource,
    defineEvent,
    defineDelivery,
    defineOperation,
    defineToken,
    defineUser,
    defineAudit,
    defineStatus,
  ]) {
    program.addCommand(define(context))
  }
  program.commandsGroup('Try out:')
  for (const define of [defineListen, defineConfigure]) program.addCommand(define(context))
  return speakThrough(program, context)
}
