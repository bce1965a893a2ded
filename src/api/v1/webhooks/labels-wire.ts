import type { WebhookLabels } from '../../../domain/webhook/webhook.ts'
import {
  WEBHOOK_LABEL_NAME_CHARACTERS_MAX,
  WEBHOOK_LABEL_VALUE_CHARACTERS_MAX,
  WEBHOOK_LABELS_MAX,
} from '../../../domain/webhook/webhook-limits.ts'
import { Type } from '../../routes/schema-builder.ts'

/** People write labels as `team=dba, env=prod`, so neither part has what separates them. */
const NAME_PATTERN = '^[A-Za-z_][A-Za-z0-9_./-]*$'
const VALUE_PATTERN = String.raw`^[^\s\u0000-\u001f\u007f-\u009f,"](?:[^\u0000-\u001f\u007f-\u009f,"]*[^\s\u0000-\u001f\u007f-\u009f,"])?$`

/** The labels as a member of a webhook. */
export const LABELS = Type.Unsafe<WebhookLabels | null>({
  type: ['object', 'null'],
  maxProperties: WEBHOOK_LABELS_MAX,
  propertyNames: {
    maxLength: WEBHOOK_LABEL_NAME_CHARACTERS_MAX,
    pattern: NAME_PATTERN,
    'x-hint': 'must begin with a letter or _, and have letters, digits and _ . / - only',
  },
  additionalProperties: {
    type: 'string',
    maxLength: WEBHOOK_LABEL_VALUE_CHARACTERS_MAX,
    pattern: VALUE_PATTERN,
    'x-hint':
      'must be one line without commas and quotation marks, and must not be empty or begin or end with a blank',
  },
  description:
    'Labels by which people find and group webhooks, e.g. `{"team": "dba"}`; a change replaces all of them. Null: none. They do not change what is sent.',
})

/**
 * Returns the labels ordered by name, so that the same ones are no change; null for an empty map. Undefined stays so: a
 * change without them.
 */
export function toLabels(wire: WebhookLabels | null | undefined): WebhookLabels | null | undefined {
  if (wire === undefined || wire === null) return wire
  const pairs = Object.entries(wire).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}
