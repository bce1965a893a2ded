import { asObject, asText, type JsonObject } from '../view/json-value.ts'

/** `dba on duty (token 2)`, `Ada (user 3)`; the service itself is neither. */
export function describeActor(entry: JsonObject): string {
  const actor = asObject(entry['actor'])
  const [tokenId, userId] = [asText(actor['token_id']), asText(actor['user_id'])]
  const name = asText(actor['name'])
  if (userId !== '') return `${name} (user ${userId})`
  return tokenId === '' ? name : `${name} (token ${tokenId})`
}

/** `webhook 3, pager` */
export function describeObject(entry: JsonObject): string {
  const [type, id, name] = ['object_type', 'object_id', 'object_name'].map((member) => asText(entry[member]))
  return `${type}${id === '' ? '' : ` ${id}`}${name === '' ? '' : `, ${name}`}`
}
