import { asObject, asText, type JsonObject } from './json-value.ts'

/** `dba on duty (token 2)`; the service itself has no token. */
export function describeActor(entry: JsonObject): string {
  const actor = asObject(entry['actor'])
  const tokenId = asText(actor['token_id'])
  return tokenId === '' ? asText(actor['name']) : `${asText(actor['name'])} (token ${tokenId})`
}

/** `webhook 3, pager` */
export function describeObject(entry: JsonObject): string {
  const [type, id, name] = ['object_type', 'object_id', 'object_name'].map((member) => asText(entry[member]))
  return `${type}${id === '' ? '' : ` ${id}`}${name === '' ? '' : `, ${name}`}`
}
