import type { Command } from 'commander'
import { systemChance } from '../../runtime/clock.ts'
import { formatEncryptionKey } from '../../config/setting-parsers.ts'
import { actOnService, wantsJson } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { ask } from '../client/ask.ts'
import { defineShow } from '../resource/show.ts'
import type { Received } from '../view/api-types.ts'
import { asObject, asText, asTexts } from '../view/json-value.ts'
import type { Screen } from '../view/screen.ts'
import { printJson } from '../client/session.ts'
import { defineNoun, TaughtCommand } from '../program/taught-command.ts'

const KEY_BYTES = 32

export function defineEncryption(context: CliContext): Command {
  return defineNoun(
    'encryption',
    {
      summary: 'keys that encrypt the secrets in the database',
      description:
        'With TOCSIN_ENCRYPTION_KEY or TOCSIN_ENCRYPTION_KEY_FILE the service encrypts the secrets of webhooks in its database. To change the key: make a new one, put it before the old one, start the service anew, `tocsin encryption rotate`, take the old one out.',
      examples: [
        ['tocsin encryption new-key', 'a key for TOCSIN_ENCRYPTION_KEY'],
        ['tocsin encryption show', 'under which keys the secrets are'],
        ['tocsin encryption rotate', 'encrypt all of them under the first key'],
      ],
    },
    [defineNewKey(context), defineStateShow(context), defineRotate(context)],
  )
}

function defineNewKey(context: CliContext): Command {
  const command = new TaughtCommand('new-key', {
    summary: 'make a key',
    description:
      'Prints a new key: 32 random bytes in base64. It is kept nowhere, and without it what it encrypted is lost: keep a copy apart from the backups of the database.',
    examples: [
      ['tocsin encryption new-key', 'to the screen'],
      ['tocsin encryption new-key --json', 'for a program: the key is in `key`'],
    ],
  })
  command.option('--json', 'print JSON, for programs')
  return command.action(() => {
    const key = formatEncryptionKey(systemChance.bytes(KEY_BYTES))
    if (wantsJson(command)) printJson(context, JSON.stringify({ key }))
    else context.terminal.out(`${key}\n`)
  })
}

function defineStateShow(context: CliContext): Command {
  return defineShow(context, {
    path: '/v1/encryption',
    help: {
      summary: 'under which keys the secrets are',
      description: 'Shows how many stored secrets are encrypted under which key. Keys go by their ids.',
      examples: [['tocsin encryption show', 'whether an old key is still needed']],
    },
    draw: showState,
  })
}

function defineRotate(context: CliContext): Command {
  const command = new TaughtCommand('rotate', {
    summary: 'encrypt all secrets under the current key',
    description:
      'Encrypts every stored secret anew under the first key that is set, while the service runs, all or nothing. Afterwards the others can be taken out of the configuration.',
    examples: [['tocsin encryption rotate', 'after a new key was put before the old one']],
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
