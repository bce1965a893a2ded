import { ASKED_LABELS_MAX } from '../alert/text-filter.ts'
import type { Filters } from './filter.ts'

/** Filters of lists whose entries have texts and labels. */
export const TEXT_FILTERS = {
  server: {
    wire: 'server',
    kind: 'text',
    about: 'Only entries with this in the name of their server; case does not matter.',
    isExamined: true,
    option: { flags: '--server <text>', help: 'with this in the name of the server' },
  },
  search: {
    wire: 'search',
    kind: 'text',
    about:
      'Only entries with this in their name, server, object, database, key or a label; case does not matter.',
    isExamined: true,
    option: { flags: '--search <text>', help: 'with this in name, server, object, database, key or a label' },
  },
  labels: { ...labelFilter('entries'), isExamined: true },
} as const satisfies Filters

export function labelFilter(entries: string) {
  return {
    wire: 'label',
    kind: 'labels',
    about: `Only ${entries} with this label, as \`name=value\`; may stand up to ${ASKED_LABELS_MAX} times, and all must match.`,
    option: { flags: '--label <name=value>', help: 'with this label; may stand several times' },
  } as const
}
