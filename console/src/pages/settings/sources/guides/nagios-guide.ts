import type { Guide } from './guide.ts'

export const nagiosGuide: Guide = {
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
}

/** Returns the command in one line, as Nagios wants it. `of`: the prefix of the macros. */
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
