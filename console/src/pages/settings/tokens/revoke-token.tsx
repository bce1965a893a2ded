import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { Time } from '../../../ui/text/time.tsx'
import type { Token } from './token-words.ts'
import { tokensQuery } from './tokens-query.ts'

interface RevokeTokenProps {
  /** Null: none is to be revoked. */
  readonly token: Token | null
  readonly onClose: () => void
}

export function RevokeToken({ token, onClose }: RevokeTokenProps) {
  const client = useQueryClient()
  const revoke = async () => {
    if (token === null) return
    await take(api.DELETE('/v1/tokens/{id}', { params: { path: { id: token.id } } }))
    await client.invalidateQueries({ queryKey: tokensQuery.queryKey })
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
