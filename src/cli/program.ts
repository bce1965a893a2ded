import type { Command } from 'commander'
import { defineAlert } from './event/alert.ts'
import { defineApply } from './definitions/apply.ts'
import { defineAudit } from './access/audit.ts'
import { defineBackup } from './copy/backup.ts'
import { defineConfigure } from './service/configure.ts'
import type { CliContext } from './program/context.ts'
import { defineCopy } from './copy/copy.ts'
import { defineDelivery } from './delivery/delivery.ts'
import { defineEncryption } from './service/encryption.ts'
import { defineEpoch } from './service/epoch.ts'
import { defineEvent } from './event/event.ts'
import { defineExport } from './definitions/export.ts'
import { defineImport } from './definitions/import.ts'
import { defineJob } from './event/job.ts'
import { defineListen } from './listen/listen.ts'
import { defineMigrate } from './service/migrate.ts'
import { defineOperation } from './delivery/operation.ts'
import { defineReceiver } from './webhook/receiver.ts'
import { createRootCommand, speakThrough } from './program/root-command.ts'
import { defineRun } from './run/run.ts'
import { defineServe } from './service/serve.ts'
import { defineSource } from './event/source.ts'
import { defineStatus } from './service/status.ts'
import { defineToken } from './access/token.ts'
import { defineUser } from './access/user.ts'
import { defineWebhook } from './webhook/webhook.ts'

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
