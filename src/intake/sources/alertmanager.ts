import { isObject } from '../../domain/json-object.ts'
import { type Dialect, readingInSteps } from '../reading/dialect.ts'
import { readGroup } from '../reading/group-alert.ts'

/** Alertmanager's `webhook_config`, payload version 4 (its documentation, "webhook_config"). */
export const ALERTMANAGER: Dialect = {
  name: 'alertmanager',
  title: 'Alertmanager (webhook)',
  recognises: (body) => isObject(body) && Array.isArray(body['alerts']) && body['version'] === '4',
  hint: 'A payload of your own needs a source of the dialect json, with a name of its own (docs/sources-json.md).',
  ...readingInSteps((body, context) =>
    readGroup(isObject(body) ? body : {}, context, { sender: 'Alertmanager (max_alerts)' }),
  ),
}
