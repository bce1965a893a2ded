import type { CliContext } from './program/context.ts'
import { createRootCommand, printThrough } from './program/root-command.ts'
import type { AnyCommand } from './program/taught-command.ts'

type Define = (context: CliContext) => AnyCommand

/** Commands by the headings of the help. Each is loaded when used. */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, () => Promise<Define>>>>> = {
  'Service:': {
    serve: async () => (await import('./service/serve.ts')).defineServe,
    migrate: async () => (await import('./service/database.ts')).defineMigrate,
    copy: async () => (await import('./copy/copy.ts')).defineCopy,
    backup: async () => (await import('./copy/backup.ts')).defineBackup,
    restore: async () => (await import('./copy/restore.ts')).defineRestore,
    epoch: async () => (await import('./service/database.ts')).defineEpoch,
    config: async () => (await import('./service/config-check.ts')).defineConfig,
    encryption: async () => (await import('./service/database.ts')).defineEncryption,
  },
  'Work with it:': {
    webhook: async () => (await import('./webhook/webhook.ts')).defineWebhook,
    preset: async () => (await import('./webhook/preset.ts')).definePreset,
    import: async () => (await import('./apply/import.ts')).defineImport,
    apply: async () => (await import('./apply/apply.ts')).defineApply,
    export: async () => (await import('./definitions/export.ts')).defineExport,
    alert: async () => (await import('./event/alert.ts')).defineAlert,
    job: async () => (await import('./event/job.ts')).defineJob,
    run: async () => (await import('./run/run.ts')).defineRun,
    source: async () => (await import('./event/source.ts')).defineSource,
    event: async () => (await import('./event/event.ts')).defineEvent,
    route: async () => (await import('./route/route.ts')).defineRoute,
    silence: async () => (await import('./silence/silence.ts')).defineSilence,
    window: async () => (await import('./window/window.ts')).defineWindow,
    delivery: async () => (await import('./delivery/delivery.ts')).defineDelivery,
    operation: async () => (await import('./delivery/operation.ts')).defineOperation,
    token: async () => (await import('./access/token.ts')).defineToken,
    user: async () => (await import('./access/user.ts')).defineUser,
    audit: async () => (await import('./access/audit.ts')).defineAudit,
    status: async () => (await import('./service/status.ts')).defineStatus,
  },
  'Try out:': {
    listen: async () => (await import('./listen/listen.ts')).defineListen,
    configure: async () => (await import('./service/configure.ts')).defineConfigure,
    completion: async () => {
      const { defineCompletion } = await import('./completion/completion.ts')
      return (context) => defineCompletion(context, createProgram)
    },
  },
}

const BY_NAME = new Map(Object.values(COMMANDS).flatMap((group) => Object.entries(group)))

/** Creates all commands, to parse once. Mistakes and help are thrown; nothing exits. */
export async function createProgram(context: CliContext): Promise<AnyCommand> {
  const program = createRootCommand()
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading)
    for (const load of Object.values(commands)) program.addCommand((await load())(context))
  }
  return printThrough(program, context)
}

/**
 * Creates only the command that this word names, if one: loading all costs 6 MB of memory, and half the time
 * of a short command.
 */
export async function createProgramFor(first: string, context: CliContext): Promise<AnyCommand> {
  const load = BY_NAME.get(first)
  if (!load) return createProgram(context)
  return printThrough(createRootCommand().addCommand((await load())(context)), context)
}
