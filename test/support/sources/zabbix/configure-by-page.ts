import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ZabbixApi } from './zabbix-api.ts'

const MEDIA_TYPE = join(import.meta.dirname, '../../../..', 'examples', 'zabbix', 'media_tocsin.yaml')

export interface PageOptions {
  /** The address of Tocsin. */
  readonly url: string
  readonly token: string
  /** Macro and user have the same, as the page asks for. */
  readonly timeZone: string
  readonly frontendUrl: string
  /** The hosts that the user may read. */
  readonly hostGroupId: string
}

/** Does what docs/sources-zabbix.md says, step by step, through the API. */
export async function configureByPage(api: ZabbixApi, options: PageOptions): Promise<void> {
  const macros = {
    'TOCSIN.URL': `${options.url}/intake/zabbix`,
    'TOCSIN.TOKEN': options.token,
    'TOCSIN.TZ': options.timeZone,
    'ZABBIX.URL': options.frontendUrl,
  }
  for (const [name, value] of Object.entries(macros)) {
    const isSecret = name === 'TOCSIN.TOKEN'
    await api.call('usermacro.createglobal', { macro: `{$${name}}`, value, type: isSecret ? 1 : 0 })
  }
  await api.call('configuration.import', {
    format: 'yaml',
    rules: { mediaTypes: { createMissing: true, updateExisting: true } },
    source: readFileSync(MEDIA_TYPE, 'utf8'),
  })
  const [media] = await api.call<readonly { mediatypeid: string }[]>('mediatype.get', {
    filter: { name: 'Tocsin' },
  })
  const mediatypeid = media?.mediatypeid ?? ''
  const userid = await createUser(api, mediatypeid, options)
  const send = [{ operationtype: 0, opmessage: { default_msg: 1, mediatypeid }, opmessage_usr: [{ userid }] }]
  await api.create('action', {
    name: 'Tocsin',
    eventsource: 0,
    esc_period: '1h',
    operations: send,
    recovery_operations: send,
    update_operations: send,
  })
}

async function createUser(
  api: ZabbixApi,
  mediatypeid: string,
  { timeZone, hostGroupId }: PageOptions,
): Promise<string> {
  const usrgrpid = await api.create('usergroup', {
    name: 'Tocsin',
    rights: [{ permission: 2, id: hostGroupId }],
  })
  return api.create('user', {
    username: 'tocsin',
    passwd: 'Nobody-signs-in-as-8480',
    roleid: '1',
    usrgrps: [{ usrgrpid }],
    timezone: timeZone,
    medias: [{ mediatypeid, sendto: ['tocsin'] }],
  })
}
