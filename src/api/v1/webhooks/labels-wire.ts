import type { WebhookLabels } from '../../../domain/webhook/webhook.ts'
import {
  LABEL_NAME_PATTERN,
  LABEL_VALUE_PATTERN,
  WEBHOOK_LABEL_NAME_CHARACTERS_MAX,
  WEBHOOK_LABEL_VALUE_CHARACTERS_MAX,
  WEBHOOK_LABELS_MAX,
} from '../../../domain/webhook/webhook-limits.ts'
import { Type } from '../../routes/schema-builder.ts'

/** The labels as a member of a webhook. */
export const LABELS = Type.Unsafe<WebhookLabels | null>({
  type: ['object', 'null'],
  maxProperties: WEBHOOK_LABELS_MAX,
  propertyNames: {
    maxLength: WEBHOOK_LABEL_NAME_CHARACTERS_MAX,
    pattern: LABEL_NAME_PATTERN,
    'x-hint': 'must begin with a letter or _, and have letters, digits and _ . / - only',
  },
  additionalProperties: {
    type: 'string',
    maxLength: WEBHOOK_LABEL_VALUE_CHARACTERS_MAX,
    pattern: LABEL_VALUE_PATTERN,
    'x-hint':
      'must be one line without commas and quotation marks, and must not be empty or begin or end with a blank',
  },
  description:
    'Labels by which people find and group webhooks, e.g. `{"team": "dba"}`; a change replaces all of them. Null: none. They do not change what is sent.',
})
