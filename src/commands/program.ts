import type { AnyCommand, CliContext } from '../../cli/program/command.ts'
import { createRootCommand, printThrough } from '../../cli/program/root-command.ts'

type Define = (context: CliContext) => AnyCommand

/** Commands by the headings of the help. Each is loaded when used. */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, () => Promise<Define>>>>> = {
  'Service:': {
    serve: async () => (await import('./serve.ts')).defineServe,
    migrate: async () => (await import('./database.ts')).defineMigrate,
    copy: async () => (await import('./copy.ts')).defineCopy,
    backup: async () => (await import('./backup.ts')).defineBackup,
    restore: async () => (await import('./restore.ts')).defineRestore,
    epoch: async () => (await import('./database.ts')).defineEpoch,
    config: async () => (await import('./config-check.ts')).defineConfig,
    encryption: async () => (await import('./database.ts')).defineEncryption,
  },
  'Work with it:': {
    webhook: async () => (await import('../../cli/webhook/webhook.ts')).defineWebhook,
    preset: async () => (await import('../../cli/webhook/preset.ts')).definePreset,
    import: async () => (await import('../../cli/apply/import.ts')).defineImport,
    apply: async () => (await import('../../cli/apply/apply.ts')).defineApply,
    export: async () => (await import('../../cli/definitions/export.ts')).defineExport,
    alert: async () => (await import('../../cli/event/alert.ts')).defineAlert,
    job: async () => (await import('../../cli/event/job.ts')).defineJob,
    run: async () => (await import('../../cli/run/run.ts')).defineRun,
    source: async () => (await import('../../cli/event/source.ts')).defineSource,
    event: async () => (await import('../../cli/event/event.ts')).defineEvent,
    route: async () => (await import('../../cli/route/route.ts')).defineRoute,
    silence: async () => (await import('../../cli/silence/silence.ts')).defineSilence,
    window: async () => (await import('../../cli/window/window.ts')).defineWindow,
    delivery: async () => (await import('../../cli/delivery/delivery.ts')).defineDelivery,
    operation: async () => (await import('../../cli/delivery/operation.ts')).defineOperation,
    token: async () => (await import('../../cli/access/token.ts')).defineToken,
    user: async () => (await import('../../cli/access/user.ts')).defineUser,
    audit: async () => (await import('../../cli/access/audit.ts')).defineAudit,
    status: async () => (await import('../../cli/service/status.ts')).defineStatus,
  },
  'Try out:': {
    listen: async () => (await import('../../cli/listen/listen.ts')).defineListen,
    configure: async () => (await import('../../cli/service/configure.ts')).defineConfigure,
    completion: async () => {
      const { defineCompletion } = await import('../../cli/completion/completion.ts')
      const { PRESETS } = await import('../presets/presets.ts')
      return (context) => defineCompletion(context, createProgram, PRESETS)
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
