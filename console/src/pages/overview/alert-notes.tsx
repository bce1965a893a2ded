import { Stack, Text } from '@mantine/core'
import { formatCount } from '../../ui/text/format.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import type { Overview } from './overview-queries.ts'

/** Says what is odd about alerts: some are not reported any more, reached nobody, or are never cleared. */
export function AlertNotes({ overview }: { readonly overview: Overview }) {
  const { stale } = overview.alerts
  const { open, max } = overview.open_notifications
  const { notified_nobody: nobody } = overview
  if (stale === 0 && nobody === 0 && open <= max) return null
  return (
    <Stack gap={4} px={4}>
      {stale > 0 && (
        <Text size="sm">
          <AnchorLink to="/alerts" search={{ view: 'stale' }} inherit>
            {formatCount(stale)} not reported any more
          </AnchorLink>
          : nobody will be notified when they clear.
        </Text>
      )}
      {nobody > 0 && (
        <Text size="sm">
          <AnchorLink to="/routing" inherit>
            {formatCount(nobody)} {nobody === 1 ? 'event' : 'events'} notified nobody
          </AnchorLink>{' '}
          in the last 24 hours: no webhook took {nobody === 1 ? 'it' : 'them'}.
        </Text>
      )}
      {open > max && (
        <Text size="sm">
          {formatCount(open)} notifications are open, more than the {formatCount(max)} of
          TOCSIN_OPEN_NOTIFICATIONS_MAX: see{' '}
          <AnchorLink to="/alerts" search={{ view: 'longest' }} inherit>
            the longest active alerts
          </AnchorLink>
          , and clear those that no monitor will clear.
        </Text>
      )}
    </Stack>
  )
}
