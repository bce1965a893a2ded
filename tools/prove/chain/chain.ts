import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../../test/simulation/random.ts'
import { SERVICE_TOKEN, startService, type Service } from '../../../test/support/app/service.ts'
import { Receiver } from '../../../test/support/network/receiver.ts'
import { Alertmanager } from '../../../test/support/sources/alertmanager.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import { alertmanagerCommand } from './alertmanager-command.ts'
import { Conditions } from './conditions.ts'
import { Replica, type Downtime } from './replica.ts'
import { COLUMNS, judge, type Heard } from './verdict.ts'
import { PAYLOAD_TEMPLATE, witnessAlertmanager, witnessReceiver, type Witness } from './witness.ts'

const NAMES = Array.from({ length: 12 }, (_, index) => `condition-${index + 1}`)
const GROUP_INTERVAL_MS = 10_000
/** After the last change everything that is over must have been told. */
const SETTLE_MS = 180_000

export interface ChainDeps {
  readonly minutes: number
  readonly seed: number
  readonly cleanup: Cleanup
  readonly say: (line: string) => void
}

/** Runs two replicas to Tocsin, and three through an Alertmanager to it. Returns whether every end was told in time, and no raise was lost. */
export async function proveChain({ minutes, seed, cleanup, say }: ChainDeps): Promise<boolean> {
  const random = new Random(seed)
  const service = await startTocsin(cleanup)
  const direct = await listen(service, 'prometheus', cleanup)
  const through = await listen(service, 'alertmanager', cleanup)
  const conditions = await Conditions.start(NAMES)
  cleanup.add(() => conditions.stop())
  const alertmanager = await Alertmanager.start(configurationFor(service), alertmanagerCommand(say))
  cleanup.add(() => alertmanager.stop())
  const watching = new AbortController()
  cleanup.add(() => watching.abort())
  const itself = witnessAlertmanager(alertmanager, NAMES, watching.signal)

  const common = { conditionsAddress: conditions.address, alertmanagerUrl: alertmanager.url }
  const tocsin = { url: service.url, token: SERVICE_TOKEN }
  const replicas: Replica[] = []
  for (const options of [{ ...common, tocsin }, { ...common, tocsin }, common]) {
    const replica = await Replica.start(options)
    cleanup.add(() => replica.stop())
    replicas.push(replica)
  }
  const [one, other] = replicas as [Replica, Replica, Replica]

  say(`${NAMES.length} conditions flap for ${minutes} min; replicas are restarted meanwhile.`)
  conditions.flap(random)
  const quarter = Math.max(5_000, (minutes * 60_000 - SETTLE_MS) / 4)
  await sleep(quarter)
  say('One replica is restarted at the same address.')
  await one.restart({ downMs: 3_000, forgets: false })
  await sleep(quarter)
  say('Both are restarted at once.')
  await Promise.all([one, other].map((replica) => replica.restart({ downMs: 5_000, forgets: false })))
  await sleep(quarter)
  say('One is restarted, and has forgotten everything.')
  await other.restart({ downMs: 3_000, forgets: true })
  await sleep(quarter)
  conditions.end()
  say(`Everything is over; ${SETTLE_MS / 1_000} s until it must have been told.`)
  await sleep(SETTLE_MS)

  const until = Date.now()
  const told = { truth: conditions.tracks, until, some: [...one.downtimes, ...other.downtimes] }
  const heard: readonly Heard[] = [
    { title: 'Tocsin, from two replicas', tracks: direct.tracks, extraMs: 0, isStrict: true },
    { title: 'Alertmanager itself', tracks: itself.tracks, extraMs: 0, isStrict: false },
    {
      title: 'Tocsin, from Alertmanager',
      tracks: through.tracks,
      extraMs: 3 * GROUP_INTERVAL_MS,
      isStrict: false,
    },
  ]
  const verdicts = heard.map((one_) => judge(one_, { ...told, nobody: bothDown(one, other) }))
  const ours = [verdicts[0], verdicts[2]].flatMap((verdict) => verdict?.broken ?? [])
  const broken = [...ours, ...(await stillActive(service))]
  say(tableOf([COLUMNS, ...verdicts.map(({ row }) => row)]))
  for (const sentence of verdicts[1]?.broken ?? []) say(`Alertmanager did not keep to it either: ${sentence}`)
  for (const sentence of broken) say(`BROKEN ${sentence}`)
  return broken.length === 0
}

async function startTocsin(cleanup: Cleanup): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-chain-'))
  cleanup.add(() => rm(folder, { recursive: true, force: true }))
  const service = await startService({ folder })
  cleanup.add(async () => void (await service.stop()))
  return service
}

/** Makes a webhook for a source, and a receiver of its own. */
async function listen(service: Service, source: string, cleanup: Cleanup): Promise<Witness> {
  const receiver = await Receiver.start()
  cleanup.add(() => receiver.stop())
  const witness = witnessReceiver(receiver)
  const { status, statusText } = await service.request('POST', '/v1/webhooks', {
    name: source,
    url: `${receiver.url}/${source}`,
    payload_template: PAYLOAD_TEMPLATE,
    mode: 'every_change',
    match: `source="${source}"`,
  })
  if (status !== 201) throw new Error(`The webhook was not made: ${status} ${statusText}`)
  return witness
}

function configurationFor({ url }: Service): string {
  return `route:
  receiver: tocsin
  group_by: ['...']
  group_wait: 0s
  group_interval: ${GROUP_INTERVAL_MS / 1_000}s
  repeat_interval: 1h
receivers:
  - name: tocsin
    webhook_configs:
      - url: ${url}/intake/alertmanager
        send_resolved: true
        http_config: {authorization: {credentials: ${SERVICE_TOKEN}}}
`
}

/** Returns the times in which neither of the two could speak. */
function bothDown(one: Replica, other: Replica): readonly Downtime[] {
  return one.downtimes.flatMap((own) =>
    other.downtimes
      .map((others) => ({ from: Math.max(own.from, others.from), until: Math.min(own.until, others.until) }))
      .filter(({ from, until }) => from < until),
  )
}

async function stillActive(service: Service): Promise<readonly string[]> {
  const { items } = (await (await service.request('GET', '/v1/alerts?active=true')).json()) as {
    items: readonly { source: string; labels: Readonly<Record<string, string>> }[]
  }
  return items.map(({ source, labels }) => `${source}: ${labels['name']} is still raised, and all is over`)
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}
