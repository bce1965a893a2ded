import { Text } from '@mantine/core'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import type { components } from '../../../api/schema.ts'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { Time } from '../../../ui/text/time.tsx'
import styles from './match.module.css'

type Preview = components['schemas']['MatchPreview']
export type PreviewRequest = components['schemas']['MatchPreviewRequest']

const CHANGES = { added: 'New', removed: 'No longer', kept: 'As before' } as const

/** Shows which recent events a webhook would get, and what is probably wrong. */
export function MatchPreview({ preview, isNew }: { readonly preview: Preview; readonly isNew: boolean }) {
  const { examined, matched, added, removed, events, findings, raises, clears } = preview
  return (
    <div className={styles.preview} aria-live="polite">
      <Text size="sm">
        {examined === 0 ? (
          'No events were accepted yet, so there is nothing to compare with.'
        ) : (
          <>
            Of the last {formatCount(examined)} events it gets <strong>{formatCount(matched)}</strong>
            {isNew ? '.' : `: ${formatCount(added)} new, ${formatCount(removed)} no longer.`}
            {clears > 0 &&
              ` ${formatCount(raises)} raise or change an alert, ${formatCount(clears)} clear one.`}
          </>
        )}
      </Text>
      {findings.map((finding) => (
        <Text key={finding} size="sm" className={styles.finding!}>
          {finding}
        </Text>
      ))}
      {events.length > 0 && (
        <details className={styles.events}>
          <summary>Show {events.length === matched ? 'them' : `${events.length} of them`}</summary>
          <ul>
            {events.map(({ change, event_id: id, event }) => (
              <li key={id}>
                <StateBadge state={event.new_state ?? event.status ?? 'none'} size="sm" />
                <span className={styles.name}>
                  {event.name}
                  {event.server_name !== null && ` · ${event.server_name}`}
                </span>
                <span className={styles.when}>
                  {!isNew && `${CHANGES[change]} · `}
                  <Time at={event.at} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Asks which recent events these matchers match. */
export function matchPreviewQuery(body: PreviewRequest) {
  return queryOptions({
    queryKey: ['routing', 'preview', body],
    queryFn: () => take(api.POST('/v1/routing/preview', { body })),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
}
