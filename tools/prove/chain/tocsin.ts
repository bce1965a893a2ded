import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService, type Service } from '../../../test/support/app/service.ts'
import { Receiver } from '../../../test/support/network/receiver.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import { PAYLOAD_TEMPLATE, witnessReceiver, type Witness } from './witness.ts'

/** Starts it with an empty database. */
export async function startTocsin(cleanup: Cleanup): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-chain-'))
  cleanup.add(() => rm(folder, { recursive: true, force: true }))
  const service = await startService({ folder })
  cleanup.add(async () => void (await service.stop()))
  return service
}

/** Makes a webhook for what matches, and a receiver of its own. */
export async function listen(service: Service, match: string, cleanup: Cleanup): Promise<Witness> {
  const receiver = await Receiver.start()
  cleanup.add(() => receiver.stop())
  const witness = witnessReceiver(receiver)
  const { status, statusText } = await service.request('POST', '/v1/webhooks', {
    name: match,
    url: receiver.url,
    payload_template: PAYLOAD_TEMPLATE,
    mode: 'every_change',
    match,
  })
  if (status !== 201) throw new Error(`The webhook was not made: ${status} ${statusText}`)
  return witness
}

/** Describes each alert that is still raised when all is over. */
export async function stillActive(service: Service): Promise<readonly string[]> {
  const { items } = (await (await service.request('GET', '/v1/alerts?active=true')).json()) as {
    items: readonly { source: string; labels: Readonly<Record<string, string>> }[]
  }
  return items.map(
    ({ source, labels }) => `${source} ${labels['pair']}: ${labels['name']} is still raised, and all is over`,
  )
}
