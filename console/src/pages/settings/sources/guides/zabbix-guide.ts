import type { Guide } from './guide.ts'

export const zabbixGuide: Guide = {
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
}
