import { beginNewEpoch, migrateDatabase } from '../app/open-store.ts'
import type { Config } from '../config/config.ts'
import { describeDatabase } from '../config/database-address.ts'
import { formatEncryptionKey } from '../config/setting-parsers.ts'
import { systemChance } from '../runtime/clock.ts'
import { actOnService, ask, printJson, wantsJson } from '../../cli/client/session.ts'
import { messageOf, failure } from '../../cli/program/cli-error.ts'
import { withCommands } from '../../cli/program/command-line.ts'
import { type CliContext, defineNoun, TaughtCommand } from '../../cli/program/command.ts'
import { defineShow } from '../../cli/resource/by-id.ts'
import { asObject, asText, asTexts, type Received } from '../../cli/view/response.ts'
import { Screen } from '../../cli/view/screen.ts'
import { addSettingOptions, readSettings } from './serve.ts'
import { databaseHint } from './start-failure.ts'

export function defineMigrate(context: CliContext) {
  const command = new TaughtCommand('migrate', {
    summary: 'bring the database up to date without starting the service',
    description:
      '`tocsin serve` does the same at its start; this is for doing it beforehand, and for seeing that it works. With SQLite the service must be stopped; nodes on PostgreSQL go on meanwhile, and where they could not it is refused. Make a backup first: an older release refuses a newer database when it starts.',
    examples: {
      'tocsin migrate': 'the database in ./data',
      'tocsin migrate --database sqlite:/var/lib/tocsin/tocsin.db': 'another one',
      'tocsin migrate --database postgres://tocsin@db.internal/tocsin': 'PostgreSQL',
    },
  })
  return actOnDatabase(command, context, async (settings) => {
    const { from, to } = await migrateDatabase(settings, context.clock)
    const sentence =
      from === to ? `is up to date (schema version ${to})` : `went from schema version ${from} to ${to}`
    return [sentence, { from, to }]
  })
}

/**
 * Adds the database options and the action. `act` returns a sentence about what it did, and members for JSON.
 */
function actOnDatabase(
  command: TaughtCommand,
  context: CliContext,
  act: (settings: Config) => Promise<readonly [sentence: string, members?: object]>,
) {
  addSettingOptions(command, ['database', 'encryptionKey'])
  command.option('--json', 'print JSON, for programs')
  return command.action(async () => {
    const settings = readSettings(command, context)
    const name = describeDatabase(settings.database)
    const [sentence, members] = await act(settings).catch((error: unknown) => {
      const hints = [databaseHint(settings.database)]
      throw failure(withCommands(messageOf(error)), hints, error)
    })
    if (wantsJson(command)) printJson(context, JSON.stringify({ database: name, ...members }))
    else new Screen(context.terminal).line(`${name} ${sentence}.`)
  })
}

const KEY_BYTES = 32

export const defineEncryption = defineNoun('encryption', {
  summary: 'keys that encrypt the secrets in the database',
  description:
    'With TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE the service encrypts the secrets of webhooks in its database. To change the key: make a new one, put it before the old one, restart the service, `tocsin encryption rotate`, take the old one out.',
  examples: {
    'tocsin encryption new-key': 'a key for TOCSIN_ENCRYPTION_KEY',
    'tocsin encryption show': 'under which keys the secrets are',
    'tocsin encryption rotate': 'encrypt all of them under the first key',
  },
  verbs: (context) => [defineNewKey(context), defineStateShow(context), defineRotate(context)],
})

function defineNewKey(context: CliContext) {
  const command = new TaughtCommand('new-key', {
    summary: 'make a key',
    description:
      'Prints a new key: 32 random bytes in base64. It is kept nowhere, and without it what it encrypted is lost: keep a copy apart from the backups of the database.',
    examples: {
      'tocsin encryption new-key': 'to the screen',
      'tocsin encryption new-key --json': 'for a program: the key is in `key`',
    },
  }).option('--json', 'print JSON, for programs')
  return command.action(() => {
    const key = formatEncryptionKey(systemChance.bytes(KEY_BYTES))
    if (wantsJson(command)) printJson(context, JSON.stringify({ key }))
    else context.terminal.out(`${key}\n`)
  })
}

const defineStateShow = defineShow({
  path: '/v1/encryption',
  help: {
    summary: 'under which keys the secrets are',
    description: 'Shows how many stored secrets are encrypted under which key. Keys go by their ids.',
    examples: { 'tocsin encryption show': 'whether an old key is still needed' },
  },
  draw: showState,
})

function defineRotate(context: CliContext) {
  const command = new TaughtCommand('rotate', {
    summary: 'encrypt all secrets under the current key',
    description:
      'Encrypts every stored secret anew under the first key that is set, while the service runs, all or nothing. Afterwards the others can be taken out of the configuration.',
    examples: { 'tocsin encryption rotate': 'after a new key was put before the old one' },
  })
  return actOnService(command, context, async (session) => {
    const { text, json } = await ask(session.client, 'POST', '/v1/encryption/rotate')
    session.print(text, (screen) => {
      screen.line(`Encrypted anew: ${asText(json.rotated)}`)
      showState(screen, json)
    })
  })
}

function showState(screen: Screen, state: Received<'Encryption'>): void {
  if (state.enabled !== true) {
    screen.line({ text: 'Secrets are kept in the clear: no encryption key is set.', tone: 'warn' })
  }
  const current = asText(state.current_key)
  const values = asObject(state.values)
  const keys = [...new Set([...asTexts(state.keys), ...Object.keys(values)])]
  screen.fields(
    keys.map((key) => [
      key,
      `${asText(values[key]) || '0'} secrets${key === current ? ', and whatever is written from now on' : ''}`,
    ]),
  )
}

export function defineEpoch(context: CliContext) {
  const command = new TaughtCommand('epoch', {
    summary: 'give new deliveries ids that were never used, after a database was put back',
    description:
      'A database that was put back to an earlier state gives its next deliveries ids that other deliveries had before, and receivers that remember each webhook-id ignore them as repeated. This command begins a new epoch: new deliveries get ids that were never used, earlier deliveries keep theirs. Run it after pg_restore, or after other tools put files or disks back, before you start the service. It is not needed after `tocsin restore`, nor when a standby of PostgreSQL takes over, and it does no harm at any time. With SQLite stop the service first.',
    examples: {
      'tocsin epoch --database postgres://tocsin@db.internal/restored': 'after pg_restore',
      'tocsin epoch --database sqlite:/var/lib/tocsin/tocsin.db':
        'after the file was put back from a snapshot',
    },
  })
  return actOnDatabase(command, context, async (settings) => {
    await beginNewEpoch(settings, context.clock)
    return ['is in a new epoch: no webhook-id is given twice']
  })
}
