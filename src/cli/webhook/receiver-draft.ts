import { CliError } from '../program/cli-error.ts'
import { asObject, type JsonObject } from '../view/json-value.ts'
import type { Fields } from '../options/option-values.ts'
import { addCommandLine } from './receiver-words.ts'
import type { Session } from '../client/session.ts'
import { isThere } from '../options/text-file.ts'

/** Names of receivers look so, and few files do. */
const RECEIVER_NAME = /^[a-z]+(?:-[a-z0-9]+)*$/

/** `--template slack-blocks` without a field: somebody who does not know yet what it asks for. A file goes before it. */
export async function meansReceiver(template: string | undefined): Promise<boolean> {
  return template !== undefined && RECEIVER_NAME.test(template) && !(await isThere(template))
}

export interface DraftWish {
  readonly receiver: string
  readonly fields: Fields
  readonly payloadType: string | undefined
}

/** The webhook that the gallery makes of these values. Throws a CliError that says what is missing, and what to type. */
export async function draftWebhook(
  { client }: Session,
  { receiver, fields, payloadType }: DraftWish,
): Promise<JsonObject> {
  const path = `/v1/receivers/${encodeURIComponent(receiver)}`
  try {
    const { json } = await client.send({
      method: 'POST',
      path: `${path}/draft`,
      body: { fields, ...(payloadType !== undefined && { payload_type: payloadType }) },
    })
    return asObject(json)
  } catch (error) {
    if (!(error instanceof CliError) || error.issues.length === 0) throw error
    const { json } = await client.send({ method: 'GET', path })
    throw withHints(error, [
      'Add it so, with your own values:',
      `  ${addCommandLine(asObject(json))}`,
      `More about it: tocsin receiver show ${receiver}`,
    ])
  }
}

function withHints(error: CliError, hints: readonly string[]): CliError {
  const { message, exitCode, title, issues, problemText } = error
  return new CliError(message, { exitCode, title, issues, problemText, hints, cause: error })
}
