import { HIDDEN } from '../../domain/redaction/redact.ts'
import { checkSigningSecret } from '../../domain/receiver/signature.ts'
import type { ApiClient } from '../client/api-client.ts'
import { mapAtOnce } from './at-once.ts'
import { CliError } from '../program/cli-error.ts'
import { headersOf, MEMBER_DEFAULTS, type Definition } from './definition.ts'
import type { Mistake, WrittenDefinition } from './definition-reader.ts'
import { ask } from '../client/ask.ts'
import type { Received } from '../view/api-types.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import { asObject, asObjects, asText } from '../view/json-value.ts'

type Client = Pick<ApiClient, 'send'>

export interface FilledDefinition {
  /** Even with mistakes, so that what else is wrong is found; undefined: there is nothing to go by. */
  readonly definition: Definition | undefined
  readonly mistakes: readonly Mistake[]
}

/**
 * Definitions with all of their members: one that is not written has the value that it has in a new webhook. So a file
 * means the same on every service, and a member that is taken out of the file goes back to that value. `preset` and
 * `fields` become the members that the preset makes of them.
 */
export async function fillDefinitions(
  client: Client,
  written: readonly WrittenDefinition[],
): Promise<readonly FilledDefinition[]> {
  if (written.length === 0) return []
  const { json } = await ask(client, 'GET', '/v1/templates')
  const templates = asObject(json.defaults)
  const filled = await mapAtOnce(written, (one) => fill(client, one, templates))
  return filled.filter((one) => one !== undefined)
}

async function fill(
  client: Client,
  written: WrittenDefinition,
  templates: JsonObject,
): Promise<FilledDefinition> {
  const { name, members, mistake } = written
  const { name: _name, preset, fields, signing_secret: signingSecret, ...given } = members
  const secretMistakes = checkSecret(signingSecret, mistake)
  const mistakes = [
    ...(preset === undefined && fields !== undefined
      ? [mistake('fields', 'is for a preset; write preset: and its name as well')]
      : []),
    ...secretMistakes,
    ...findHidden(given).map((path) => mistake(path, STANDS_FOR_HIDDEN)),
  ]
  const drafted = preset === undefined ? {} : await draft(client, written)
  if (Array.isArray(drafted)) return { definition: undefined, mistakes: [...mistakes, ...drafted] }
  const { name: _draftName, ...begun } = drafted as JsonObject
  const type = given['payload_type'] ?? begun['payload_type'] ?? MEMBER_DEFAULTS['payload_type']
  const template = typeof type === 'string' ? templates[type] : undefined
  const headers = addHeaders(begun['http_headers'], given['http_headers'])
  const definition = {
    name,
    members: {
      ...MEMBER_DEFAULTS,
      ...(template !== undefined && { payload_template: template }),
      ...begun,
      ...given,
      ...(headers !== undefined && { http_headers: headers }),
    },
    ...(typeof signingSecret === 'string' && secretMistakes.length === 0 && { signingSecret }),
  }
  return { definition, mistakes }
}

/** Adds written headers after those of the preset. What is no list is for the service to refuse. */
function addHeaders(begun: unknown, given: unknown): unknown {
  return Array.isArray(begun) && Array.isArray(given) ? [...asObjects(begun), ...given] : (given ?? begun)
}

function checkSecret(secret: unknown, mistake: WrittenDefinition['mistake']): readonly Mistake[] {
  if (secret === undefined || secret === null) return []
  const verdict =
    typeof secret === 'string' ? checkSigningSecret(secret) : 'must be a text that begins with whsec_'
  return verdict === undefined ? [] : [mistake('signing_secret', verdict)]
}

const STANDS_FOR_HIDDEN = `has "${HIDDEN}", which stands for a value that was hidden; write the value, or a reference to it`

/** Copied from a read by somebody who may not see secrets. */
function findHidden({ url, http_headers: headers, clear_request, tls }: JsonObject): readonly string[] {
  return [
    ...(asText(url).includes(HIDDEN) ? ['url'] : []),
    ...(asText(asObject(clear_request)['url']).includes(HIDDEN) ? ['clear_request.url'] : []),
    ...headersOf(headers).flatMap(({ value }, index) =>
      value === HIDDEN ? [`http_headers[${index}].http_header_value`] : [],
    ),
    ...(asObject(tls)['client_key'] === HIDDEN ? ['tls.client_key'] : []),
  ]
}

/** Returns the draft of a preset, or what is wrong with it. */
async function draft(
  client: Client,
  { name, members, mistake }: WrittenDefinition,
): Promise<JsonObject | readonly Mistake[]> {
  const { preset, fields = {}, payload_type: payloadType } = members
  if (typeof preset !== 'string')
    return [mistake('preset', 'must be the name of a preset, such as slack-blocks')]
  if (!isObject(fields)) return [mistake('fields', 'must be a map from names to texts')]
  try {
    // As it stands in the file: the service says what is wrong with it.
    const body = { name, fields, payload_type: payloadType } as Received<'PresetDraftRequest'>
    const { json } = await ask(client, 'POST', '/v1/presets/{id}/draft', { id: preset, body })
    return { ...json }
  } catch (error) {
    if (!(error instanceof CliError) || (error.status !== 400 && error.status !== 404)) throw error
    if (error.status === 404) return [mistake('preset', `is unknown. ${error.message}`)]
    return error.issues.map(({ path, message }) => mistake(path, message))
  }
}
