import { parseLabelFilter, type LabelFilter } from '../../domain/alert/text-filter.ts'
import { Type } from '../routes/schema-builder.ts'
import { EXAMINED_NOTE } from './filtered-page.ts'
import { FILTER_TEXT_MAX, text, type Parameter } from './query.ts'

/** Labels that one request may ask for. */
export const LABELS_MAX = 10

/** The query parameters of lists whose entries have texts and labels. */
export const TEXT_FILTERS = {
  server: text(
    'server',
    `Only entries with this in the name of their server; case does not matter. ${EXAMINED_NOTE}`,
  ),
  search: text(
    'search',
    `Only entries with this in their name, server, object, database, key or a label; case does not matter. ${EXAMINED_NOTE}`,
  ),
  labels: labelParameter('entries', EXAMINED_NOTE),
}

/** The query parameter `label`, which may be repeated. */
export function labelParameter(what: string, note = ''): Parameter<readonly LabelFilter[]> {
  return {
    name: 'label',
    description:
      `Only ${what} with this label, as \`name=value\`; may stand up to ${LABELS_MAX} times, and all must match. ${note}`.trimEnd(),
    schema: Type.Array(Type.String({ maxLength: FILTER_TEXT_MAX }), { minItems: 1, maxItems: LABELS_MAX }),
    parse: (texts) => {
      if (texts.length > LABELS_MAX) throw new Error(`must stand at most ${LABELS_MAX} times`)
      return texts.map(readLabel)
    },
  }
}

/** Throws an Error that completes "label …". */
export function readLabel(text: string): LabelFilter {
  const label = parseLabelFilter(text)
  if (!label || text.length > FILTER_TEXT_MAX) {
    throw new Error(
      `must be a name, an equals sign and a value, at most ${FILTER_TEXT_MAX} characters, such as team=dba`,
    )
  }
  return label
}
