import { Stack, Text } from '@mantine/core'
import { WEBHOOK_SETTINGS } from '../../../api/webhook-settings.ts'
import { CodeBlock, CopyButton } from '../../../ui/exchange/code-block.tsx'
import { Facts } from '../../../ui/page/facts.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { writePairs } from '../../../ui/text/pairs-text.ts'
import { Time } from '../../../ui/text/time.tsx'
import { EventMarks } from '../event-marks.tsx'
import { LABELS } from '../form/field-labels.ts'
import { describeCondition } from '../form/response-conditions.ts'
import { toNewWebhook } from '../form/webhook-change.ts'
import { toForm } from '../form/webhook-form.ts'
import { describeMode } from '../mode-words.ts'
import { HIDDEN, type Webhook } from '../webhook-types.ts'

/** Shows the whole definition. */
export function DefinitionTab({ webhook }: { readonly webhook: Webhook }) {
  const { tls, http_headers: headers } = webhook
  return (
    <Stack gap="md">
      <Panel
        title="Request"
        actions={<CopyButton value={definitionText(webhook)} label="Copy the definition" isWide />}
      >
        <Facts
          facts={[
            { name: LABELS.method, value: <span className="mono">{webhook.method}</span> },
            { name: LABELS.url, value: <span className="mono">{webhook.url}</span> },
            { name: LABELS.tags, value: writePairs(webhook.tags) || 'None' },
            { name: LABELS.payload_type, value: <EventMarks webhook={webhook} /> },
            {
              name: LABELS.match,
              value: webhook.match === null ? 'Every event' : <span className="mono">{webhook.match}</span>,
            },
            { name: LABELS.acknowledgements, value: webhook.acknowledgements ? 'Sent' : 'Not sent' },
            {
              name: LABELS.maintenance_windows,
              value: webhook.maintenance_windows ? 'Sent' : 'Not sent',
            },
            { name: LABELS.mode, value: describeMode(webhook) },
            ...headers.map(({ http_header_key: name, http_header_value: value }) => ({
              name,
              value:
                value === HIDDEN ? (
                  <Text span size="sm" c="dimmed">
                    Hidden
                  </Text>
                ) : (
                  <span className="mono">{value}</span>
                ),
            })),
          ]}
        />
      </Panel>
      <Panel title="Payload template">
        <CodeBlock text={webhook.payload_template} label="Payload template" maxHeight={520} />
      </Panel>
      {webhook.clear_request && <ClearRequestPanel clear_request={webhook.clear_request} />}
      <Panel title="Limits and rules">
        <Facts
          facts={[
            ...WEBHOOK_SETTINGS.filter(({ section }) => section !== 'events').map(
              ({ label, member, absent }) => ({
                name: label,
                value: webhook[member] ?? absent,
              }),
            ),
            { name: LABELS.response_rule, value: describeRule(webhook.response_rule) },
            { name: LABELS.fallback_webhook_id, value: webhook.fallback_webhook_id ?? 'None' },
            { name: LABELS.ca_certificates, value: tls?.ca_certificates ? 'Its own' : 'System certificates' },
            {
              name: LABELS.client_certificate,
              value: tls?.client_certificate ? 'Shown to the receiver' : 'None',
            },
            { name: LABELS.insecure, value: tls?.insecure ? 'Yes: no certificate check' : 'No' },
            { name: 'Revision', value: webhook.revision },
            { name: 'Changed', value: <Time at={webhook.updated_at} /> },
          ]}
        />
      </Panel>
    </Stack>
  )
}

function ClearRequestPanel({
  clear_request,
}: {
  readonly clear_request: NonNullable<Webhook['clear_request']>
}) {
  return (
    <Panel title="Clear request">
      <Stack gap="md">
        <Facts
          facts={[
            { name: LABELS.method, value: <span className="mono">{clear_request.method}</span> },
            { name: LABELS.url, value: <span className="mono">{clear_request.url}</span> },
          ]}
        />
        <CodeBlock text={clear_request.payload_template} label={LABELS.clear_template} maxHeight={520} />
      </Stack>
    </Panel>
  )
}

function describeRule(rule: Webhook['response_rule']): string {
  return rule === null ? 'Every 2xx is accepted' : rule.map(describeCondition).join(', and ')
}

/** The webhook as JSON to create one like it; hidden values are `***`. */
export function definitionText(webhook: Webhook): string {
  return JSON.stringify(toNewWebhook(toForm(webhook)), null, 2)
}
