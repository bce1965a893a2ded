import type { Received } from '../view/api-types.ts'
import { ask } from '../client/ask.ts'
import { CliError } from '../program/cli-error.ts'
import { commandLine } from '../program/command-line.ts'
import { shellWord } from '../program/shell-word.ts'
import { asObjects, asText } from '../view/json-value.ts'
import type { Fields } from '../options/option-values.ts'
import type { Session } from '../client/session.ts'
import { isThere } from '../options/text-file.ts'
import type { PayloadType } from '../../domain/webhook/webhook.ts'

/** Names of presets look like this, and few files do. */
const PRESET_NAME = /^[a-z]+(?:-[a-z0-9]+)*$/

/** Tells whether `--template` was given the name of a preset, as in 0.3.0, and no file. */
export async function meansPreset(template: string | undefined): Promise<boolean> {
  return template !== undefined && PRESET_NAME.test(template) && !(await isThere(template))
}

export interface DraftWish {
  readonly preset: string
  readonly fields: Fields
  readonly payloadType: PayloadType | undefined
}

/**
 * Asks the service for the draft of a preset with these values. Throws a CliError that says which value is missing,
 * and what to type.
 */
export async function draftWebhook(
  { client }: Session,
  { preset, fields, payloadType }: DraftWish,
): Promise<Received<'NewWebhook'>> {
  try {
    const body = { fields, payload_type: payloadType }
    return (await ask(client, 'POST', '/v1/presets/{id}/draft', { id: preset, body })).json
  } catch (error) {
    if (!(error instanceof CliError) || error.issues.length === 0) throw error
    const { json } = await ask(client, 'GET', '/v1/presets/{id}', { id: preset })
    throw withHints(error, [
      'Add it so, with your own values:',
      `  ${addCommandLine(json)}`,
      `More about it: tocsin preset show ${preset}`,
    ])
  }
}

function withHints(error: CliError, hints: readonly string[]): CliError {
  const { message, exitCode, title, issues, problemText } = error
  return new CliError(message, { exitCode, title, issues, problemText, hints, cause: error })
}

/** The command that adds a webhook from a preset, with examples for the values that it needs. */
export function addCommandLine(preset: Pick<Received<'Preset'>, 'id' | 'fields'>): string {
  const fields = asObjects(preset.fields)
    .filter(({ required, usual }) => required === true || usual === true)
    .map(({ name, example }) => `--field ${shellWord(`${asText(name)}=${asText(example)}`)}`)
  return commandLine(['webhook add', `--preset ${asText(preset.id)}`, ...fields].join(' '))
}
