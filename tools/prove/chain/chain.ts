import { type Service, SERVICE_TOKEN } from '../../../test/support/app/service.ts'
import { Alertmanager } from '../../../test/support/sources/alertmanager.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import { alertmanagerCommand } from './alertmanager-command.ts'
import { Conditions } from './conditions.ts'
import { Pair, type PairKind, PAIRS } from './pairs.ts'
import { Replica } from './replica.ts'
import type { Timetable } from './timetable.ts'
import { listen, startTocsin, stillActive } from './tocsin.ts'
import { COLUMNS, type Received, type Verdict, verdictOn } from './verdict.ts'
import { type Witness, witnessAlertmanager } from './witness.ts'

const NAMES = Array.from({ length: 12 }, (_, index) => `condition-${index + 1}`)

interface ChainDeps {
  readonly timetable: Timetable
  readonly cleanup: Cleanup
  readonly say: (line: string) => void
}

interface ReceivedPair {
  readonly pair: Pair
  readonly witness: Witness
}

interface Chain {
  readonly service: Service
  readonly conditions: Conditions
  /** The first of them reports to Alertmanager as well. */
  readonly all: readonly [ReceivedPair, ...ReceivedPair[]]
  /** Alertmanager itself. */
  readonly itself: Witness
  /** Tocsin, from Alertmanager. */
  readonly through: Witness
}

/**
 * Runs pairs of replicas to Tocsin, one of them and a third replica through an Alertmanager to it. Returns whether
 * every end was notified in time, and no raise was lost.
 */
export async function proveChain(deps: ChainDeps): Promise<boolean> {
  const { timetable, say } = deps
  const chain = await startChain(deps)
  const pairs = chain.all.map(({ pair }) => pair)
  say(
    `${NAMES.length} conditions flap before ${pairs.length} pairs of replicas, which are restarted meanwhile.`,
  )
  await timetable.run({ conditions: chain.conditions, pairs, say })
  const { direct, itself, through } = verdictsOn(chain, timetable)
  say(tableOf([COLUMNS, ...[...direct, itself, through].map(({ row }) => row)]))
  for (const sentence of itself.broken) say(`Alertmanager did not keep to it either: ${sentence}`)
  const broken = [
    ...[...direct, through].flatMap((verdict) => verdict.broken),
    ...(await stillActive(chain.service)),
  ]
  for (const sentence of broken) say(`BROKEN ${sentence}`)
  return broken.length === 0
}

async function startChain({ timetable, cleanup, say }: ChainDeps): Promise<Chain> {
  const service = await startTocsin(cleanup)
  const conditions = await Conditions.start(NAMES)
  cleanup.add(() => conditions.stop())
  const alertmanager = await Alertmanager.start(
    alertmanagerConfiguration(service.url, timetable.groupIntervalMs),
    alertmanagerCommand({ say, mayBuild: timetable.mayBuild }),
  )
  cleanup.add(() => alertmanager.stop())
  const watching = new AbortController()
  cleanup.add(() => watching.abort())
  const itself = witnessAlertmanager(alertmanager, NAMES, watching.signal)
  const through = await listen(service, 'source="alertmanager"', cleanup)

  const place = { conditionsAddress: conditions.address, tocsinUrl: service.url, cleanup }
  const start = async (kind: PairKind, alertmanagerUrl?: string): Promise<ReceivedPair> => {
    const witness = await listen(service, `source="prometheus", label.pair="${kind.name}"`, cleanup)
    return { pair: await Pair.start(kind, { ...place, alertmanagerUrl }), witness }
  }
  const [firstKind, ...otherKinds] = PAIRS
  const first = await start(firstKind, alertmanager.url)
  const others = await Promise.all(otherKinds.map((kind) => start(kind)))
  const third = await Replica.start({
    conditionsAddress: conditions.address,
    alertmanagerUrl: alertmanager.url,
    pair: firstKind.name,
  })
  cleanup.add(() => third.stop())
  return { service, conditions, all: [first, ...others], itself, through }
}

interface Verdicts {
  readonly direct: readonly Verdict[]
  readonly itself: Verdict
  readonly through: Verdict
}

function verdictsOn({ conditions, all, itself, through }: Chain, timetable: Timetable): Verdicts {
  const verdictOf = (received: Received, pair: Pair) =>
    verdictOn(received, {
      truth: conditions.tracks,
      until: Date.now(),
      some: pair.someDown,
      nobody: pair.bothDown,
      bounds: timetable.bounds,
    })
  const direct = all.map(({ pair, witness: { tracks } }) => {
    const { name, hasOneUrl, hasOneAddress } = pair.kind
    const isStrict = !(hasOneUrl && hasOneAddress)
    return verdictOf({ title: `Tocsin, pair ${name}`, tracks, extraMs: 0, isStrict }, pair)
  })
  const loose = (title: string, { tracks }: Witness, extraMs: number) =>
    verdictOf({ title, tracks, extraMs, isStrict: false }, all[0].pair)
  return {
    direct,
    itself: loose('Alertmanager itself', itself, 0),
    through: loose('Tocsin, from Alertmanager', through, 3 * timetable.groupIntervalMs),
  }
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

/** The configuration of an Alertmanager that notifies Tocsin of each alert by itself. */
function alertmanagerConfiguration(tocsinUrl: string, groupIntervalMs: number): string {
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
