import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { labelOf } from '../form/field-labels.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'
import { TakePresetRule } from './take-preset-rule.tsx'

interface DefinitionWarningsProps {
  readonly webhook: Webhook
  readonly health: Pick<WebhookHealth, 'warnings' | 'preset_rule'>
}

/** Shows what is allowed in a definition but probably not meant, until it is corrected. */
export function DefinitionWarnings({ webhook, health }: DefinitionWarningsProps) {
  const { warnings, preset_rule: rule } = health
  if (warnings.length === 0) return null
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconAlertTriangle size={18} />}
      title={warnings.length === 1 ? 'Warnings' : `${warnings.length} warnings`}
    >
      <List size="sm" spacing={6}>
        {warnings.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            <b>{labelOf(path)}</b>, {message}
          </List.Item>
        ))}
      </List>
      {rule?.proposed && <TakePresetRule webhook={webhook} rule={rule} />}
      <Text size="sm" mt="xs">
        <AnchorLink to="/webhooks/$id/edit" params={{ id: String(webhook.id) }} inherit>
          Edit the webhook
        </AnchorLink>
      </Text>
    </Alert>
  )
}
