import { asText, type JsonObject } from './json-value.ts'

/** `cleared → high` or `failure`. */
export function describeChange(event: JsonObject): string {
  return event['kind'] === 'job_run'
    ? asText(event['status'])
    : `${asText(event['old_state'])} → ${asText(event['new_state'])}`
}
