import { partsOf, type Guide } from './guide.ts'

export const prometheusGuide: Guide = {
  id: 'prometheus',
  name: 'Prometheus',
  reports: 'alerts',
  about: 'Sends alerts in the format of Alertmanager, beside one or instead of it.',
  arrivesAs: 'prometheus',
  tokenName: 'prometheus',
  steps: ({ address, token }) => {
    const { scheme, hostAndPort, path } = partsOf(address)
    return [
      {
        title: 'Put the token into a file that Prometheus can read',
        text: `install -m 600 -o prometheus /dev/null /etc/prometheus/tocsin-token
echo '${token}' > /etc/prometheus/tocsin-token`,
      },
      {
        title: 'Add this service to prometheus.yml',
        hint: 'With a pair of servers, drop the label that tells them apart (alert_relabel_configs, labeldrop).',
        text: `alerting:
  alertmanagers:
    - scheme: ${scheme}
      path_prefix: ${path}/intake/prometheus
      authorization:
        type: Bearer
        credentials_file: /etc/prometheus/tocsin-token
      static_configs:
        - targets: ['${hostAndPort}']`,
      },
      {
        title: 'Set severity and value in the rules',
        hint: 'The label severity gives the state: critical is high, warning is medium, info is low.',
        text: `- alert: ReplicationLag
  expr: pg_replication_lag_seconds > 60
  labels:
    severity: critical
  annotations:
    summary: Standby {{ $labels.instance }} is behind
    value: '{{ $value }}'
    threshold: '60'`,
      },
      { title: 'Reload Prometheus', text: 'systemctl reload prometheus' },
    ]
  },
}
