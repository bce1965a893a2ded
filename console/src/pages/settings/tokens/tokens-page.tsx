import { Button, Group, Switch, Text } from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readAll, wholeList } from '../../../api/list.ts'
import { useRefresh } from '../../../api/refetch.ts'
import { useMay } from '../../../api/session.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NeedsRight } from '../../../ui/page/rights.tsx'
import { RowList, Cell, Row } from '../../../ui/list/row-list.tsx'
import { useNow, Time } from '../../../ui/text/time.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { stateOf, type Token } from './token-words.ts'
import { api, take } from '../../../api/client.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { labelOfScope } from '../../../api/scopes.ts'
import { StateBadge } from '../../../ui/list/state-badge.tsx'

/** Lists tokens for monitors, scripts, and people without an account. */
export function TokensPage() {
  useDocumentTitle('Tokens · Settings · Tocsin')
  return (
    <NeedsRight scope="admin" what="the tokens">
      <Tokens />
    </NeedsRight>
  )
}

function Tokens() {
  const { data, error, isPending } = useQuery({
    queryKey: ['tokens'],
    queryFn: readTokens,
    enabled: useMay('admin'),
  })
  const [showsEnded, setShowsEnded] = useState(false)
  const [isNew, { open, close }] = useDisclosure()
  const [leaving, setLeaving] = useState<Token | null>(null)
  const now = useNow()
  const live = data?.filter((token) => stateOf(token, now) === 'live') ?? []
  const endedCount = (data?.length ?? 0) - live.length
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed" maw={560}>
          A token lets a monitor or a script use the API within its rights. Tocsin shows its secret once.
        </Text>
        <Group gap="md">
          <Switch
            label={`Show ended (${endedCount})`}
            checked={showsEnded}
            onChange={(event) => setShowsEnded(event.currentTarget.checked)}
          />
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            New token
          </Button>
        </Group>
      </Group>
      <RowList
        list={wholeList(showsEnded ? (data ?? []) : live, { isLoading: isPending, error })}
        label="Tokens"
        columns="minmax(0, 1fr) minmax(0, 1.3fr) 120px 120px 90px"
        heads={['Name', 'Scopes', 'Last used', 'Expires', '']}
        empty={
          <EmptyState icon={IconKey} title="No valid token">
            Create one token for each monitor and script, so that you can revoke each by itself.
          </EmptyState>
        }
      >
        {(token) => <TokenRow key={token.id} token={token} now={now} onRevoke={() => setLeaving(token)} />}
      </RowList>
      <NewTokenDialog isOpen={isNew} onClose={close} />
      <RevokeToken token={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

/** Reads all tokens, newest first. The service limits the live ones. */
async function readTokens(): Promise<readonly Token[]> {
  const read = (cursor: string | undefined) =>
    take(api.GET('/v1/tokens', { params: { query: { limit: 500, ...(cursor && { cursor }) } } }))
  return (await readAll<Token>(read, 10)).toReversed()
}

interface RevokeTokenProps {
  readonly token: Token | null
  readonly onClose: () => void
}

function RevokeToken({ token, onClose }: RevokeTokenProps) {
  const refresh = useRefresh()
  const revoke = async () => {
    if (token === null) return
    await take(api.DELETE('/v1/tokens/{id}', { params: { path: { id: token.id } } }))
    await refresh('tokens')
  }
  return (
    <Confirm
      isOpen={token !== null}
      onClose={onClose}
      onConfirm={revoke}
      title="Revoke the token?"
      action="Revoke the token"
      isDangerous
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Clients with <b>{token?.name}</b> are refused from now on, and sessions opened with it end. This
        cannot be undone; you can create a new token.
      </Text>
      <Text size="sm" c="dimmed">
        {token?.last_used_at ? (
          <>
            Last used <Time at={token.last_used_at} />.
          </>
        ) : (
          'It was never used.'
        )}
      </Text>
    </Confirm>
  )
}

interface TokenRowProps {
  readonly token: Token
  readonly now: number
  readonly onRevoke: () => void
}

function TokenRow({ token, now, onRevoke }: TokenRowProps) {
  const state = stateOf(token, now)
  return (
    <Row>
      <Cell isWide>
        <Group gap={8}>
          <Text size="sm" fw={600} span>
            {token.name}
          </Text>
          {state !== 'live' && (
            <StateBadge state="disabled" size="sm" label={state === 'revoked' ? 'Revoked' : 'Expired'} />
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {token.prefix.startsWith('tcn_') && <span className="mono">{token.prefix}… · </span>}created{' '}
          <Time at={token.created_at} />
        </Text>
      </Cell>
      <Cell isWide>
        <Text size="sm">{token.scopes.map(labelOfScope).join(' · ')}</Text>
      </Cell>
      <Cell label="Last used">
        {token.last_used_at === null ? 'never' : <Time at={token.last_used_at} />}
      </Cell>
      <Cell label={state === 'revoked' ? 'Revoked' : 'Expires'}>
        {state === 'revoked' ? (
          <Time at={token.revoked_at} />
        ) : token.expires_at === null ? (
          'never'
        ) : (
          <Time at={token.expires_at} />
        )}
      </Cell>
      <Cell isCorner>
        {state !== 'revoked' && (
          <Button
            size="compact-sm"
            variant="subtle"
            c="var(--tocsin-bad)"
            onClick={onRevoke}
            aria-label={`Revoke the token ${token.name}`}
          >
            Revoke
          </Button>
        )}
      </Cell>
    </Row>
  )
}
