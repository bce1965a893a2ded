import { Button, Group, Switch, Text } from '@mantine/core'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { wholeList } from '../../../api/list.ts'
import { useMay } from '../../../api/session.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NeedsRight } from '../../../ui/page/needs-right.tsx'
import { RowList } from '../../../ui/list/row-list.tsx'
import { useNow } from '../../../ui/text/time.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { TokenRow } from './token-row.tsx'
import { stateOf, type Token } from './token-words.ts'
import { tokensQuery } from './tokens-query.ts'

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
  const { data, error, isPending } = useQuery({ ...tokensQuery, enabled: useMay('admin') })
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
        heads={['Name', 'Rights', 'Last used', 'Expires', '']}
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
