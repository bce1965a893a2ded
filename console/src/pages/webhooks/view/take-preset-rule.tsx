import { Button, List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useRefresh } from '../../../api/refetch.ts'
import { Confirm } from '../../../ui/page/confirm.tsx'
import { Guarded } from '../../../ui/page/rights.tsx'
import { describeCondition } from '../form/response-conditions.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'
import { changeWebhook } from '../webhooks-api.ts'

interface TakePresetRuleProps {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'revision'>
  readonly rule: NonNullable<WebhookHealth['preset_rule']>
}

/** Offers the preset's response rule to a webhook that counts a login page as delivered. */
export function TakePresetRule({ webhook: { id, name, revision }, rule }: TakePresetRuleProps) {
  const refresh = useRefresh()
  const [asks, setAsks] = useState(false)
  const confirm = async () => {
    // `If-Match` names the revision that is shown.
    await changeWebhook(id, { response_rule: rule.response_rule }, `"${revision}"`)
    notifications.show({ color: 'green', message: `${name} has the response rule of ${rule.preset}.` })
    await refresh('webhooks')
  }
  return (
    <>
      <Guarded scope="webhooks:write" to="change webhooks">
        <Button
          size="xs"
          variant="default"
          mt="xs"
          leftSection={<IconShieldCheck size={16} />}
          onClick={() => setAsks(true)}
        >
          Take the preset's rule
        </Button>
      </Guarded>
      <Confirm
        isOpen={asks}
        onClose={() => setAsks(false)}
        title={`Take the response rule of ${rule.preset}?`}
        action="Take the rule"
        onConfirm={confirm}
      >
        <Text size="sm">A 2xx response then counts as delivered only if:</Text>
        <List size="sm">
          {(rule.response_rule ?? []).map((condition) => (
            <List.Item key={JSON.stringify(condition)}>{describeCondition(condition)}</List.Item>
          ))}
        </List>
        <Text size="sm" c="dimmed">
          Anything else, such as a login page, is a failure, and Tocsin tries again. Send a test afterwards.
        </Text>
      </Confirm>
    </>
  )
}
