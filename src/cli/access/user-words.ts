import { asObject, asText, type JsonObject } from '../view/json-value.ts'
import type { Session } from '../client/session.ts'

/** Prints the link of an invitation alone on stdout, and on stderr what it is for. */
export function printInvitation(
  session: Session,
  { text, json }: { readonly text: string; readonly json: unknown },
) {
  const user = asObject(json)
  const invitation = asObject(user['invitation'])
  const link = session.client.addressOf(asText(invitation['path']))
  session.print(text, (screen) => screen.line(link))
  session.note(
    `With that link ${describeUser(user)} chooses a password, once and until ${asText(invitation['expires_at'])}.`,
    'It is shown this once. Give it to them by a way that you trust; people may reach the service under another host.',
  )
}

/** `"Ada" (user 3, operator)` */
export function describeUser(user: JsonObject): string {
  return `"${asText(user['name'])}" (user ${asText(user['id'])}, ${asText(user['role'])})`
}
