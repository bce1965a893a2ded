import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { AnchorLink } from '../../../ui/page/links.tsx'
import { labelOf } from '../form/field-labels.ts'
import type { Webhook, WebhookHealth } from '../webhook-types.ts'

interface DefinitionWarningsProps {
  readonly webhook: Webhook
  readonly warnings: WebhookHealth['warnings']
}

/** Shows what is allowed in a definition but probably not meant, until it is corrected. */
export function DefinitionWarnings({ webhook, warnings }: DefinitionWarningsProps) {
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
      <Text size="sm" mt="xs">
        <AnchorLink to="/webhooks/$id/edit" params={{ id: String(webhook.id) }} inherit>
          Edit the webhook
        </AnchorLink>
      </Text>
    </Alert>
  )
}
