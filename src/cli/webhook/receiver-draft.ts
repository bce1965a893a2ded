import type { Received } from '../view/api-types.ts'
import { ask } from '../client/ask.ts'
import { CliError } from '../program/cli-error.ts'
import { asObjects, asText } from '../view/json-value.ts'
import type { Fields } from '../options/option-values.ts'
import type { Session } from '../client/session.ts'
import { isThere } from '../options/text-file.ts'
import type { PayloadType } from '../../domain/webhook/webhook.ts'

/** Names of receivers look so, and few files do. */
const RECEIVER_NAME = /^[a-z]+(?:-[a-z0-9]+)*$/

/**
 * `--template slack-blocks` without a field: somebody who does not know yet what it asks for. A file goes before it.
 */
export async function meansReceiver(template: string | undefined): Promise<boolean> {
  return template !== undefined && RECEIVER_NAME.test(template) && !(await isThere(template))
}

export interface DraftWish {
  readonly receiver: string
  readonly fields: Fields
  readonly payloadType: PayloadType | undefined
}

/**
 * The webhook that the gallery makes of these values. Throws a CliError that says what is missing, and what to type.
 */
export async function draftWebhook(
  { client }: Session,
  { receiver, fields, payloadType }: DraftWish,
): Promise<Received<'NewWebhook'>> {
  try {
    const body = { fields, payload_type: payloadType }
    return (await ask(client, 'POST', '/v1/receivers/{id}/draft', { id: receiver, body })).json
  } catch (error) {
    if (!(error instanceof CliError) || error.issues.length === 0) throw error
    const { json } = await ask(client, 'GET', '/v1/receivers/{id}', { id: receiver })
    throw withHints(error, [
      'Add it so, with your own values:',
      `  ${addCommandLine(json)}`,
      `More about it: tocsin receiver show ${receiver}`,
    ])
  }
}

function withHints(error: CliError, hints: readonly string[]): CliError {
  const { message, exitCode, title, issues, problemText } = error
  return new CliError(message, { exitCode, title, issues, problemText, hints, cause: error })
}

/** The command that adds a webhook for a receiver, with the examples of what it must be given, or mostly is. */
export function addCommandLine(receiver: Pick<Received<'Receiver'>, 'id' | 'fields'>): string {
  const fields = asObjects(receiver.fields)
    .filter(({ required, usual }) => required === true || usual === true)
    .map(({ name, example }) => `--field ${quoted(`${asText(name)}=${asText(example)}`)}`)
  return ['tocsin webhook add', `--template ${asText(receiver.id)}`, ...fields].join(' ')
}

/** Quotes a word for the shell, whatever it contains. */
function quoted(word: string): string {
  return /^[\w=:/.,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
