import { Button, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../../api/client.ts'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { tokensQuery } from '../tokens/tokens-query.ts'

interface GuideTokenProps {
  readonly name: string
  /** The secret, once it is made; it lives only as long as the page is open. */
  readonly token: string | null
  readonly onMade: (secret: string) => void
}

/** Makes a token that may do just this, and fills it into the instructions. */
export function GuideToken({ name, token, onMade }: GuideTokenProps) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => take(api.POST('/v1/tokens', { body: { name, scopes: ['events:write'] } })),
    onSuccess: ({ token }) => {
      onMade(token)
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey })
    },
  })
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {token === null ? 'Create a token' : 'Token created and filled in below'}
        </Text>
        {token === null && (
          <Text size="sm" c="dimmed">
            It may only report alerts and job runs. If you have one already, put it in place of YOUR_TOKEN.
          </Text>
        )}
      </div>
      <ProblemAlert error={error} />
      {token === null ? (
        <div>
          <Guarded scope="admin" to="create tokens">
            <Button
              size="sm"
              leftSection={<IconKey size={16} />}
              loading={isPending}
              onClick={() => mutate()}
            >
              Create a token
            </Button>
          </Guarded>
        </div>
      ) : (
        <ShownOnce secret={token} what="token" />
      )}
    </Stack>
  )
}
