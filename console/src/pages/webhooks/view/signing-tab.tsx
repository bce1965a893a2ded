import { Badge, Button, Group, List, Select, Skeleton, Stack, Text, Alert } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRefresh } from '../../../api/refetch.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { Guarded } from '../../../ui/page/rights.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { Time } from '../../../ui/text/time.tsx'
import type { Webhook } from '../webhook-types.ts'
import { rotateSigning, signingQuery, stopSigning } from '../webhooks-api.ts'
import { CodeBlock } from '../../../ui/exchange/code-block.tsx'
import { ExternalLink } from '../../../ui/page/links.tsx'
import { IconKey } from '@tabler/icons-react'

const EXAMPLE = `import { Webhook } from 'standardwebhooks'

// body: the raw body of the request, before anything parses it
const webhook = new Webhook(process.env.TOCSIN_SECRET)
const payload = webhook.verify(body, request.headers) // throws if it is not genuine`

const OVERLAPS = [
  { value: '0s', label: 'none: it expires at once' },
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '3d', label: '3 days' },
  { value: '7d', label: '7 days' },
]

/** Shows the signing secrets, and how to change them without a gap. */
export function SigningTab({ webhook: { id } }: { readonly webhook: Webhook }) {
  const refresh = useRefresh()
  const { data: signing, error } = useQuery(signingQuery(id))
  const [overlap, setOverlap] = useState('24h')
  const [isStopping, setStopping] = useState(false)
  const rotation = useMutation({
    mutationFn: () => rotateSigning(id, overlap),
    onSuccess: () => refresh('webhooks'),
  })
  const stop = async () => {
    await stopSigning(id)
    rotation.reset()
    notifications.show({ message: 'Requests are no longer signed.' })
    await refresh('webhooks')
  }
  if (error) return <ProblemAlert error={error} />
  if (!signing) return <Skeleton height={220} />
  return (
    <Stack gap="md">
      {rotation.data && <NewSecret secret={rotation.data.secret} onDone={() => rotation.reset()} />}
      <Panel title={signing.signed ? 'Requests are signed' : 'Requests are not signed'}>
        <Stack gap="md">
          <ProblemAlert error={rotation.error} />
          {signing.signed ? (
            <List size="sm" spacing={6} aria-label="Valid secrets">
              {signing.secrets.map(({ id, hint, created_at, expires_at }) => (
                <List.Item key={id}>
                  Ends with <span className="mono">{hint}</span>, created <Time at={created_at} />{' '}
                  {expires_at === null ? (
                    <Badge size="sm" variant="light" tt="none">
                      newest
                    </Badge>
                  ) : (
                    <>
                      and valid until <Time at={expires_at} />
                    </>
                  )}
                </List.Item>
              ))}
            </List>
          ) : (
            <Text size="sm">
              A signature proves to the receiver that a request comes from Tocsin and was not changed. Tocsin
              creates the secret and shows it once.
            </Text>
          )}
          <Group gap="sm" align="end">
            {signing.signed && (
              <Select
                label="Earlier secrets stay valid for"
                description="Install the new secret at the receiver within this time."
                data={OVERLAPS}
                value={overlap}
                allowDeselect={false}
                onChange={(value) => setOverlap(value ?? '24h')}
                w={280}
              />
            )}
            <Guarded scope="webhooks:write" to="change signing secrets">
              <Button onClick={() => rotation.mutate()} loading={rotation.isPending}>
                {signing.signed ? 'New secret' : 'Sign requests'}
              </Button>
            </Guarded>
            {signing.signed && (
              <Guarded scope="webhooks:write" to="stop signing">
                <Button variant="default" onClick={() => setStopping(true)}>
                  Stop signing
                </Button>
              </Guarded>
            )}
          </Group>
        </Stack>
      </Panel>
      <HowToVerify />
      <Confirm
        isOpen={isStopping}
        onClose={() => setStopping(false)}
        title="Stop signing?"
        action="Remove the secrets"
        isDangerous
        onConfirm={stop}
      >
        <Text size="sm">
          This removes all secrets of the webhook, and its requests carry no signature. A receiver that
          verifies signatures will refuse them.
        </Text>
      </Confirm>
    </Stack>
  )
}

/** Shows how to verify a signature. */
function HowToVerify() {
  return (
    <Panel title="How the receiver verifies it">
      <Text size="sm" mb="sm">
        Requests are signed by Standard Webhooks: the headers <span className="mono">webhook-id</span>,{' '}
        <span className="mono">webhook-timestamp</span> and <span className="mono">webhook-signature</span>,
        an HMAC-SHA256 over the three. There are libraries for most languages:{' '}
        <ExternalLink href="https://www.standardwebhooks.com" label="standardwebhooks.com" />. For example:
      </Text>
      <CodeBlock text={EXAMPLE} label="Example in JavaScript" />
    </Panel>
  )
}

/** A secret, the one time that it is shown. */
function NewSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <Alert color="green" icon={<IconKey size={18} />} title="New secret" role="status">
      <Stack gap="sm">
        <Text size="sm">
          Give it to the receiver now: it is shown once. Later only people with the right to read secrets can
          see it.
        </Text>
        <CodeBlock text={secret} label="The signing secret" />
        <div>
          <Button size="xs" variant="default" onClick={onDone}>
            Done
          </Button>
        </div>
      </Stack>
    </Alert>
  )
}
