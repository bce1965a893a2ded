import type { Instant } from '../../domain/instant.ts'
import type { Received } from './api-types.ts'
import { describeTime } from './human-time.ts'
import { asText } from './json-value.ts'
import type { Column } from './table.ts'

/** Columns for what one receiver was last sent about one alert, and for the current state. */
export function receiverStateColumns(now: Instant): readonly Column<Received<'ReceiverState'>>[] {
  return [
    {
      title: 'LAST SENT',
      cell: ({ last_sent: state, uncertain }) =>
        uncertain ? `${asText(state)}, possibly newer` : asText(state),
    },
    {
      title: 'CURRENT',
      // An older service does not send `continues_as`.
      cell: ({ desired, continues_as: state }) =>
        typeof state === 'string' ? `${state}, no longer for it` : asText(desired),
    },
    { title: 'STATUS', cell: (state) => statusOf(state) },
    {
      title: 'SINCE',
      cell: ({ out_of_sync_since: since }) => (since === null ? '–' : describeTime(asText(since), now)),
    },
  ]
}

function statusOf({ out_of_sync: isOutOfSync, out_of_sync_since: since }: Received<'ReceiverState'>): string {
  if (isOutOfSync) return 'out of sync'
  return since === null ? 'in sync' : 'on its way'
}
