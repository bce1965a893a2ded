import type { JsonObject } from '../../src/domain/json-object.ts'
import { ask, type Session } from '../client/session.ts'
import { CliError } from '../program/cli-error.ts'
import { asObjects, asText, asTexts, type BodyOf } from '../view/response.ts'
import type { Screen } from '../view/screen.ts'

/** Shows below a list the warnings about matchers, after e.g. `silence 3`. */
export function showListedWarnings(
  screen: Screen,
  noun: string,
  listed: readonly { readonly id?: unknown; readonly warnings?: unknown }[],
): void {
  for (const { id, warnings } of listed)
    showMatchWarnings(
      screen,
      asTexts(warnings).map((sentence) => `${noun} ${asText(id)}: ${sentence}`),
    )
}

export function showMatchWarnings(screen: Screen, sentences: unknown): void {
  for (const sentence of asTexts(sentences)) screen.line({ text: 'warning', tone: 'warn' }, ` ${sentence}`)
}

type PreviewRequest = NonNullable<BodyOf<'POST', '/v1/routing/preview'>>

/**
 * Returns what a preview finds beyond the warnings; nothing if the token may not read events or time runs
 * out: the webhook is saved all the same.
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
