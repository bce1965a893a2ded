import type { Issue } from '../../../api/problem.ts'
import { fieldOf } from './form-issues.ts'
import { ofPlainSettings, settingsIn } from './plain-settings.ts'
import type { FormField } from './webhook-form.ts'

/** Labels of the fields, wherever they are named. */
export const LABELS: Readonly<Record<FormField, string>> = {
  name: 'Name',
  description: 'Description',
  tags: 'Tags',
  url: 'URL',
  method: 'Method',
  enabled: 'Enabled',
  payload_type: 'Events',
  high_alert: 'High',
  med_alert: 'Medium',
  low_alert: 'Low',
  cleared_alert: 'Cleared',
  acknowledgements: 'Acknowledgements',
  maintenance_windows: 'Maintenance windows',
  payload_template: 'Payload template',
  http_headers: 'Headers',
  mode: 'Mode',
  missed_alerts: 'Missed alerts',
  has_clear_request: 'Separate clear request',
  clear_method: 'Clear method',
  clear_url: 'Clear URL',
  clear_template: 'Clear template',
  ...ofPlainSettings(({ label }) => label),
  response_rule: 'Response rule',
  fallback_webhook_id: 'Fallback',
  ca_certificates: 'Trusted CAs',
  client_certificate: 'Client certificate',
  client_key: 'Client key',
  insecure: 'Accept any certificate',
}

/** Returns the label of an API path, or the path. */
export function labelOf(path: string): string {
  if (path === 'clear_request.payload_template') return LABELS.clear_template
  const [member = ''] = path
    .replace(/^tls\./, '')
    .replace(/^clear_request\./, 'clear_')
    .split('.')
  return member in LABELS ? LABELS[member as FormField] : path
}

interface FormSection {
  /** Names the section, and is its anchor on the page. */
  readonly id: string
  readonly title: string
  readonly fields: readonly FormField[]
}

/** The form's sections in order. Every field is in exactly one. */
export const SECTIONS: readonly FormSection[] = [
  { id: 'general', title: 'General', fields: ['name', 'tags', 'description', 'url', 'method', 'enabled'] },
  {
    id: 'events',
    title: 'Events',
    fields: [
      'payload_type',
      'high_alert',
      'med_alert',
      'low_alert',
      'cleared_alert',
      'acknowledgements',
      'maintenance_windows',
      'match',
    ],
  },
  {
    id: 'mode',
    title: 'Mode',
    fields: [
      'mode',
      'missed_alerts',
      ...settingsIn('mode'),
      'has_clear_request',
      'clear_method',
      'clear_url',
      'clear_template',
    ],
  },
  { id: 'template', title: 'Template', fields: ['payload_template'] },
  { id: 'headers', title: 'Headers', fields: ['http_headers'] },
  {
    id: 'limits',
    title: 'Limits',
    fields: settingsIn('limits'),
  },
  { id: 'signing', title: 'Signing', fields: [] },
  {
    id: 'tls',
    title: 'TLS',
    fields: ['ca_certificates', 'client_certificate', 'client_key', 'insecure'],
  },
  {
    id: 'advanced',
    title: 'Advanced',
    fields: ['response_rule', 'fallback_webhook_id', ...settingsIn('advanced')],
  },
]

/** The first section with a mistake. */
export function sectionOfFirstIssue(issues: readonly Issue[]): string | undefined {
  const fields = new Set(issues.map(({ path }) => fieldOf(path)))
  return SECTIONS.find((section) => section.fields.some((field) => fields.has(field)))?.id
}
