import { Button, Group, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Guarded } from '../../../ui/page/guarded.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { ProblemAlert } from '../../../ui/page/problem-alert.tsx'
import { PreviewPanel } from '../test/preview-panel.tsx'
import { TestResult } from '../test/test-result.tsx'
import { test, type Tried } from '../test/test-api.ts'
import { defaultValues } from '../test/test-values.ts'
import type { Webhook } from '../webhook-types.ts'
import { CopyWithSecrets } from './copy-with-secrets.tsx'
import styles from './view.module.css'

/** Shows the request that it would send, and on a click the response. */
export function TestTab({ webhook }: { readonly webhook: Webhook }) {
  const { id, payload_type: payloadType } = webhook
  const [values, setValues] = useState(() => defaultValues(payloadType))
  const tried: Tried = { kind: 'stored', id, change: {} }
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => test(tried, values) })
  useTestAtOnce(mutate)
  return (
    <div className={styles.columns} data-even>
      <Panel>
        <PreviewPanel
          tried={tried}
          payloadType={payloadType}
          values={values}
          onValues={setValues}
          order={2}
        />
        <CopyWithSecrets webhook={webhook} values={values} />
      </Panel>
      <Panel>
        <Stack gap="md">
          <Group justify="space-between" gap="sm">
            <Text size="sm" flex={1} miw={180}>
              A test calls the receiver once, now, even if the webhook is disabled.
            </Text>
            <Guarded scope="webhooks:write" to="send tests">
              <Button leftSection={<IconSend size={16} />} loading={isPending} onClick={() => mutate()}>
                {data || error ? 'Send it again' : 'Send a test'}
              </Button>
            </Guarded>
          </Group>
          <ProblemAlert error={error} />
          {data && <TestResult result={data} />}
        </Stack>
      </Panel>
    </div>
  )
}

/** Sends a test once where the address asks for it; then the address does not ask any more. */
function useTestAtOnce(send: () => void): void {
  const { send: isAsked } = useSearch({ from: '/shell/webhooks/$id' })
  const navigate = useNavigate({ from: '/webhooks/$id' })
  const isSent = useRef(false)
  useEffect(() => {
    if (isAsked !== true || isSent.current) return
    isSent.current = true
    send()
    void navigate({ search: { tab: 'test' }, replace: true })
  }, [isAsked, send, navigate])
}
