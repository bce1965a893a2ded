import { parseInstant } from '../../domain/instant.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import { textOf } from '../reading/macro-text.ts'

/**
 * Tells whether the body is that of Icinga Notifications' webhook with its default channel
 * (`plugin.NotificationRequest`).
 */
export function isIcingaRequest(body: JsonObject): boolean {
  return isObject(body['object']) && isObject(body['event'])
}

/** Its words for what happened, in those of Nagios. */
const TYPES_OF_ICINGA: ReadonlyMap<string, string> = new Map([
  ['state', 'PROBLEM'],
  ['acknowledgement-set', 'ACKNOWLEDGEMENT'],
  ['acknowledgement-cleared', 'ACKNOWLEDGEMENT'],
  ['downtime-start', 'DOWNTIMESTART'],
  ['downtime-end', 'DOWNTIMEEND'],
  ['downtime-removed', 'DOWNTIMEREMOVED'],
  ['flapping-start', 'FLAPPINGSTART'],
  ['flapping-end', 'FLAPPINGEND'],
  ['custom', 'CUSTOM'],
])

/** Returns the fields that a Nagios command would post, by name; none of them is checked. */
export function fieldsOfIcinga({ object, incident, event }: JsonObject): JsonObject {
  const about = isObject(object) ? object : {}
  const tags = isObject(about['tags']) ? about['tags'] : {}
  const opened = isObject(incident) ? incident : {}
  const happened = isObject(event) ? event : {}
  const type = textOf(happened['type']).toLowerCase()
  const at = parseInstant(textOf(happened['time']))
  return {
    ...tags,
    type: TYPES_OF_ICINGA.get(type) ?? type.toUpperCase(),
    host: tags['host'] ?? about['name'],
    service: tags['service'],
    state: happened['severity'] ?? opened['severity'],
    output: happened['message'],
    problem_id: opened['id'],
    link: about['url'] ?? opened['url'],
    t: at === undefined ? '' : Math.floor(at / 1000),
  }
}
