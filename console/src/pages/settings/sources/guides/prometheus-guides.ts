import { partsOf, type Guide } from './guide.ts'

/** Guides to Prometheus, and to senders in its format or Alertmanager's. */
export const PROMETHEUS_GUIDES: readonly Guide[] = [
  {
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
  },
  {
    id: 'alertmanager',
    name: 'Alertmanager',
    reports: 'alerts',
    about: 'Through its webhook: grouping, silences and inhibition still apply.',
    arrivesAs: 'alertmanager',
    tokenName: 'alertmanager',
    steps: ({ address, token }) => [
      {
        title: 'Add this service as a receiver in alertmanager.yml',
        hint: 'Leave out max_alerts: with a limit, Alertmanager drops the rest of a group.',
        text: `route:
  receiver: tocsin
receivers:
  - name: tocsin
    webhook_configs:
      - url: ${address}/intake/alertmanager
        send_resolved: true
        http_config:
          authorization:
            credentials: ${token}`,
      },
      { title: 'Reload Alertmanager', text: 'systemctl reload prometheus-alertmanager' },
    ],
  },
  {
    id: 'grafana',
    name: 'Grafana, PMM, pgwatch (webhook)',
    reports: 'alerts',
    about: 'Through a contact point of the integration Webhook: with measured values and links.',
    arrivesAs: 'grafana',
    tokenName: 'grafana',
    steps: ({ address, token }) => [
      {
        title: 'In Grafana, create a contact point: Alerting, Contact points',
        hint: 'Integration: Webhook. URL:',
        text: `${address}/intake/grafana`,
      },
      {
        title: 'Optional Webhook settings: as Authorization Header - Scheme',
        hint: 'Leave the method at POST, Max Alerts at 0, and the custom payload empty.',
        text: 'Bearer',
      },
      { title: 'As Authorization Header - Credentials', text: token },
      {
        title: 'Press Test, then save',
        hint: 'The test arrives as an alert TestAlert, which is cleared after five minutes.',
      },
      {
        title: 'In the notification policy, choose the contact point and a short group interval',
        hint: 'Tocsin neither groups nor repeats, so let Grafana send changes at once.',
      },
    ],
  },
  {
    id: 'grafana-alertmanager',
    name: 'Grafana (as Alertmanager)',
    reports: 'alerts',
    about:
      'Through a contact point of the integration Alertmanager: alerts clear by themselves when Grafana is gone.',
    arrivesAs: 'prometheus',
    tokenName: 'grafana',
    steps: ({ address, token }) => [
      {
        title: 'In Grafana, add a contact point: Alerting, Contact points, Add',
        hint: 'Integration: Alertmanager. URL:',
        text: `${address}/intake/prometheus`,
      },
      { title: 'Basic Auth User: any name', text: 'tocsin' },
      { title: 'Basic Auth Password: the token', text: token },
      {
        title: 'In the notification policy, choose the contact point and a short group interval',
        hint: 'Tocsin neither groups nor repeats, so let Grafana send changes at once.',
      },
    ],
  },
  {
    id: 'vmalert',
    name: 'vmalert',
    reports: 'alerts',
    about: 'The alerting of VictoriaMetrics sends in the format of Alertmanager.',
    arrivesAs: 'prometheus',
    tokenName: 'vmalert',
    steps: ({ address, token }) => [
      {
        title: 'Put the token into a file that vmalert can read',
        text: `echo '${token}' > /etc/vmalert/tocsin-token
chmod 600 /etc/vmalert/tocsin-token`,
      },
      {
        title: 'Start vmalert with this service as its notifier',
        text: `vmalert -notifier.url=${address}/intake/prometheus \\
  -notifier.bearerTokenFile=/etc/vmalert/tocsin-token …`,
      },
    ],
  },
  {
    id: 'loki',
    name: 'Loki',
    reports: 'alerts',
    about: 'The ruler sends alerts about logs in the format of Alertmanager.',
    arrivesAs: 'prometheus',
    tokenName: 'loki',
    steps: ({ address, token }) => [
      {
        title: 'Put the token into a file that Loki can read',
        text: `echo '${token}' > /etc/loki/tocsin-token
chmod 600 /etc/loki/tocsin-token`,
      },
      {
        title: 'Add this service to the configuration of Loki',
        text: `ruler:
  alertmanager_url: ${address}/intake/prometheus
  enable_alertmanager_v2: true
  alertmanager_client:
    type: Bearer
    credentials_file: /etc/loki/tocsin-token`,
      },
    ],
  },
]
