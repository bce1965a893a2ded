import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { wholeList } from '../../../api/list.ts'
import { Cell, Row, RowList } from '../../../ui/list/row-list.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { isInUse, knownSourcesQuery, type KnownSource } from './known-source.ts'

/** The sources that report, or that are asked, and how they do; nothing while nobody has reported. */
export function KnownSources() {
  const { data, error, isPending } = useQuery(knownSourcesQuery)
  const sources = (data ?? []).filter(isInUse)
  if (isPending || (sources.length === 0 && error === null)) return null
  return (
    <section aria-label="Sources in use">
      <RowList
        list={wholeList(sources, { isLoading: false, error })}
        label="Sources in use"
        columns="minmax(0, 1fr) minmax(0, 1.6fr) 110px 120px"
        heads={['Source', 'Where', 'Last report', '']}
        empty={null}
      >
        {(source) => <KnownSourceRow key={source.name} source={source} />}
      </RowList>
    </section>
  )
}

function KnownSourceRow({ source }: { readonly source: KnownSource }) {
  const { name, dialect, kind, address, failure, failing_since: failingSince, warning } = source
  return (
    <Row>
      <Cell isWide>
        <Text size="sm" fw={600} span>
          {name}
        </Text>
        {dialect !== name && (
          <Text size="xs" c="dimmed">
            {dialect}
          </Text>
        )}
      </Cell>
      <Cell isWide>
        <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
          {address}
        </Text>
        {kind !== 'push' && source.checked_at !== null && (
          <Text size="xs" c="dimmed">
            {kind === 'poll' ? 'polled' : 'listening'} <Time at={source.checked_at} />
          </Text>
        )}
      </Cell>
      <Cell label="Last report">
        {source.last_reported_at === null ? 'never' : <Time at={source.last_reported_at} />}
      </Cell>
      <Cell isCorner>{failure !== null && <StateBadge state="failing" size="sm" />}</Cell>
      {failure !== null && (
        <Cell isFull>
          <Text size="sm" c="var(--tocsin-bad)" style={{ overflowWrap: 'anywhere' }}>
            {failure}
            {failingSince !== null && (
              <>
                {' '}
                Started <Time at={failingSince} />.
              </>
            )}
          </Text>
        </Cell>
      )}
      {warning !== null && (
        <Cell isFull>
          <Text size="sm" c="var(--tocsin-warning)" style={{ overflowWrap: 'anywhere' }}>
            {warning}
            {source.warned_at !== null && (
              <>
                {' '}
                Seen <Time at={source.warned_at} />.
              </>
            )}
          </Text>
        </Cell>
      )}
    </Row>
  )
}
