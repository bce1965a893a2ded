import type { JsonObject } from '../../domain/json-object.ts'
import { ask } from '../client/ask.ts'
import type { Session } from '../client/session.ts'
import { CliError } from '../program/cli-error.ts'
import type { BodyOf } from '../view/api-types.ts'
import { asObjects, asText, asTexts } from '../view/json-value.ts'

type PreviewRequest = NonNullable<BodyOf<'POST', '/v1/routing/preview'>>

/**
 * Returns what a preview finds in the matchers of a webhook, beside its warnings; nothing if the token may not read
 * events, or if there is no time: the webhook is saved all the same.
 */
export async function findMatchFindings(
  session: Session,
  webhook: JsonObject,
  request: PreviewRequest = { webhook_id: Number(webhook['id']) },
): Promise<readonly string[]> {
  if (session.isJson || (webhook['match'] ?? null) === null) return []
  const known = new Set(asObjects(webhook['warnings']).map(({ message }) => asText(message)))
  try {
    const { json } = await ask(session.client, 'POST', '/v1/routing/preview', { body: request })
    return asTexts(json.findings).filter((finding) => !known.has(finding))
  } catch (error) {
    if (error instanceof CliError) return []
    throw error
  }
}
