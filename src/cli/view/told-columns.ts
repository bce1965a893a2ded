import type { Instant } from '../../domain/instant.ts'
import type { Answer } from './api-types.ts'
import { describeTime } from './human-time.ts'
import { asText } from './json-value.ts'
import type { Column } from './table.ts'

/** What one receiver knows of one alert, and what it is owed. */
export function toldColumns(now: Instant): readonly Column<Answer<'Told'>>[] {
  return [
    {
      title: 'KNOWS',
      cell: ({ known, maybe }) => (maybe ? `${asText(known)}, perhaps more` : asText(known)),
    },
    { title: 'SHOULD KNOW', cell: ({ present }) => asText(present) },
    { title: 'OWED', cell: ({ owed }) => (owed ? 'yes' : 'no') },
    {
      title: 'DIFFERS SINCE',
      cell: ({ owed_since: since }) => (since === null ? '–' : describeTime(asText(since), now)),
    },
  ]
}
