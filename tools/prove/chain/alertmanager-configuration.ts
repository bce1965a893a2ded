import { SERVICE_TOKEN } from '../../../test/support/app/service.ts'

/** The configuration of an Alertmanager that notifies Tocsin of each alert by itself. */
export function alertmanagerConfiguration(tocsinUrl: string, groupIntervalMs: number): string {
  return `route:
  receiver: tocsin
  group_by: ['...']
  group_wait: 0s
  group_interval: ${groupIntervalMs / 1_000}s
  repeat_interval: 1h
receivers:
  - name: tocsin
    webhook_configs:
      - url: ${tocsinUrl}/intake/alertmanager
        send_resolved: true
        http_config: {authorization: {credentials: ${SERVICE_TOKEN}}}
`
}
