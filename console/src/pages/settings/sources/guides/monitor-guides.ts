import type { Guide } from './guide.ts'

/** Guides to monitors with a format of their own. */
export const MONITOR_GUIDES: readonly Guide[] = [
  {
    id: 'zabbix',
    name: 'Zabbix',
    reports: 'alerts',
    about: 'Through a media type to import, for Zabbix 6.0 and later.',
    arrivesAs: 'zabbix',
    tokenName: 'zabbix',
    steps: ({ address, token }) => [
      {
        title: 'In Zabbix, add a global macro {$TOCSIN.URL}: Administration, Macros',
        text: `${address}/intake/zabbix`,
      },
      { title: 'Add a global macro {$TOCSIN.TOKEN}, as secret text', text: token },
      {
        title: 'Before Zabbix 7.0, add a global macro {$TOCSIN.TZ}',
        hint: 'The time zone of the notified user, because older releases send times without one. For example:',
        text: 'Europe/Warsaw',
      },
      {
        title: 'Import the media type: Alerts, Media types, Import',
        hint: 'The file comes with this service:',
        text: 'examples/zabbix/media_tocsin.yaml',
      },
      {
        title: 'Give the media type to a user of its own that may read the hosts: Users, Media, Add',
        hint: 'Type: Tocsin. Send to may be anything. Time zone of the user: that of {$TOCSIN.TZ}. Nobody should sign in as this user: Zabbix does not send an update to who made it.',
      },
      {
        title: 'Let a trigger action send messages to that user: Alerts, Actions',
        hint: 'In its operations, its recovery operations and its update operations: without recovery operations nothing ever clears.',
      },
    ],
  },
  {
    id: 'nagios',
    name: 'Nagios, Naemon',
    reports: 'alerts',
    about: 'A notification command posts the macros as a form. For Icinga, see docs/sources-nagios.md.',
    arrivesAs: 'nagios',
    tokenName: 'nagios',
    steps: ({ address, token }) => [
      {
        title: 'Put the token into a file that Nagios can read',
        text: `install -D -m 600 -o nagios /dev/null /etc/nagios/tocsin-header
echo 'X-Auth-Token: ${token}' > /etc/nagios/tocsin-header`,
      },
      {
        title: 'Define a command for services',
        hint: 'Leave illegal_macro_output_chars as it is: it must contain the single quote.',
        text: command(address, 'service', 'SERVICE', ["'service=$SERVICEDESC$'"]),
      },
      { title: 'Define a command for hosts', text: command(address, 'host', 'HOST', []) },
      {
        title: 'Let a contact use them, and give it to hosts and services',
        text: `define contact {
  contact_name                  tocsin
  service_notification_commands notify-service-by-tocsin
  host_notification_commands    notify-host-by-tocsin
  service_notification_options  w,u,c,r,f,s
  host_notification_options     d,u,r,f,s
  service_notification_period   24x7
  host_notification_period      24x7
}`,
      },
      {
        title: 'Let event handlers report every recovery, in nagios.cfg',
        hint: 'Nagios is silent about what recovers in a downtime, while it flaps, or while its host is down.',
        text: `global_service_event_handler=notify-service-by-tocsin!EVENTHANDLER
global_host_event_handler=notify-host-by-tocsin!EVENTHANDLER`,
      },
    ],
  },
  {
    id: 'icinga',
    name: 'Icinga Notifications',
    reports: 'alerts',
    about: 'Through a channel of the type Webhook. For Icinga 2 without it, see docs/sources-nagios.md.',
    arrivesAs: 'nagios',
    tokenName: 'icinga',
    steps: ({ address, token }) => [
      {
        title: 'In Icinga Notifications, add a channel of the type Webhook',
        hint: 'HTTP Method: POST. As URL Template:',
        text: `${address}/intake/nagios`,
      },
      { title: 'As Request Header Template', text: `X-Auth-Token: ${token}` },
      {
        title: 'Leave the body and the status code as they are',
        hint: 'Request Body Template {{json .}}, Response Status Codes 200.',
      },
      { title: 'Let a contact use the channel, and a rule notify that contact' },
    ],
  },
  {
    id: 'pgdash',
    name: 'pgDash',
    reports: 'alerts',
    about: 'Through its webhook, which sends all active alerts of a server in each call.',
    arrivesAs: 'pgdash',
    tokenName: 'pgdash',
    steps: ({ address, token }) => [
      {
        title: 'In pgDash open a server, its Alerts, Notification Settings, and put this in as its webhook',
        hint: 'pgDash stores only an address, so the token is part of it. Give it only the scope events:write.',
        text: `${address}/intake/${token}/pgdash`,
      },
      {
        title: 'Do the same for each server',
        hint: 'Do not use it for change alerts: their body differs.',
      },
    ],
  },
  {
    id: 'pganalyze',
    name: 'pganalyze',
    reports: 'alerts',
    about: 'Issues through its webhooks, which are in early access.',
    arrivesAs: 'pganalyze',
    tokenName: 'pganalyze',
    steps: ({ address, token }) => [
      {
        title: 'Add a webhook in the settings of your organization at pganalyze, with this URL',
        hint: 'The token is part of the address, so give it only the scope events:write.',
        text: `${address}/intake/${token}/pganalyze`,
      },
      { title: 'Test it there', hint: 'A ping raises no alert; the response confirms the address.' },
    ],
  },
  {
    id: 'datadog',
    name: 'Datadog',
    reports: 'alerts',
    about:
      'Through its webhooks integration, with a payload that says whether an alert is raised or cleared.',
    arrivesAs: 'datadog',
    tokenName: 'datadog',
    steps: ({ address, token }) => [
      {
        title: 'Add a webhook under Integrations, Webhooks, with this URL',
        text: `${address}/intake/datadog`,
      },
      { title: 'Put the token into its custom headers', text: `{"X-Auth-Token": "${token}"}` },
      {
        title: 'Put this into its payload',
        hint: 'Leave "Encode as form" off.',
        text: PAYLOAD,
      },
      {
        title: 'Name the webhook in the message of each monitor, by the name that you gave it',
        text: '@webhook-tocsin',
      },
    ],
  },
]

/** Returns the command in one line, as Nagios needs it. `of`: the prefix of the macros. */
function command(address: string, what: string, of: string, more: readonly string[]): string {
  const fields = [
    "'type=$ARG1$$NOTIFICATIONTYPE$'",
    "'host=$HOSTNAME$'",
    "'addr=$HOSTADDRESS$'",
    ...more,
    `'state=$${of}STATE$'`,
    `'last_state=$LAST${of}STATE$'`,
    `'state_type=$${of}STATETYPE$'`,
    `'problem_id=$${of}PROBLEMID$'`,
    `'last_problem_id=$LAST${of}PROBLEMID$'`,
    `'output=$${of}OUTPUT$'`,
    `'long_output=$LONG${of}OUTPUT$'`,
    "'t=$TIMET$'",
  ].map((field) => `--data-urlencode ${field}`)
  return `define command {
  command_name notify-${what}-by-tocsin
  command_line /usr/bin/curl -sSf -m 10 --retry 3 --retry-connrefused -H @/etc/nagios/tocsin-header ${fields.join(' ')} ${address}/intake/nagios
}`
}

/** The payload of examples/datadog/payload.json. */
const PAYLOAD = `{
  "source": "datadog",
  "cycle": "$ALERT_CYCLE_KEY",
  "monitor": "$ALERT_ID",
  "transition": "$ALERT_TRANSITION",
  "type": "$ALERT_TYPE",
  "priority": "$ALERT_PRIORITY",
  "title": "$ALERT_TITLE",
  "status": "$ALERT_STATUS",
  "scope": "$ALERT_SCOPE",
  "host": "$HOSTNAME",
  "tags": "$TAGS",
  "metric": "$ALERT_METRIC",
  "query": "$ALERT_QUERY",
  "message": "$TEXT_ONLY_MSG",
  "date": "$DATE",
  "link": "$LINK",
  "id": "$ID"
}`
