import { Button, Group, Text } from '@mantine/core'
import { labelOfScope } from '../../../api/scopes.ts'
import { Cell, Row } from '../../../ui/list/row-list.tsx'
import { StateBadge } from '../../../ui/list/state-badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { stateOf, type Token } from './token-words.ts'

interface TokenRowProps {
  readonly token: Token
  readonly now: number
  readonly onRevoke: () => void
}

export function TokenRow({ token, now, onRevoke }: TokenRowProps) {
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
