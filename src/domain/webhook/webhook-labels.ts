import type { WebhookLabels } from './webhook.ts'

/** People write labels as `team=dba, env=prod`, so neither part has what separates them. */
export const LABEL_NAME_PATTERN = '^[A-Za-z_][A-Za-z0-9_./-]*$'
/** A value is one line. */
export const LABEL_VALUE_PATTERN = String.raw`^[^\s\u0000-\u001f\u007f-\u009f,"](?:[^\u0000-\u001f\u007f-\u009f,"]*[^\s\u0000-\u001f\u007f-\u009f,"])?$`

/**
 * Returns labels ordered by name, so that the same ones are no change, and null without labels. Undefined stays so:
 * a change without labels.
 */
export function orderLabels(labels: WebhookLabels | null | undefined): WebhookLabels | null | undefined {
  if (labels === undefined || labels === null) return labels
  const pairs = Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return pairs.length === 0 ? null : Object.fromEntries(pairs)
}
