import type { Cleanup } from '../cleanup.ts'
import type { Engine } from '../engines/engine.ts'
import { Part } from '../part.ts'
import type { BesideReceiverVerbs } from '../parts/beside-receiver.ts'
import { median } from '../statistics.ts'
import { formatTable, number } from '../report/table.ts'
import { alertmanagerContender, findAlertmanager } from './alertmanager.ts'
import type { Contender } from './contender.ts'
import { measureContender, type BesideAmounts, type BesideReadings } from './loads.ts'
import { tocsinContender } from './tocsin.ts'

export interface BesideDeps {
  readonly engines: readonly Engine[]
  readonly rounds: number
  readonly amounts: BesideAmounts
  readonly cleanup: Cleanup
  readonly say: (line: string) => void
}

/** The readings of one contender, one for each round. */
export interface BesideColumn {
  readonly name: string
  readonly rounds: readonly BesideReadings[]
}

/** The same work for an Alertmanager and for this service on each engine, turn about. Throws if none is installed. */
export async function measureBeside({
  engines,
  rounds,
  amounts,
  cleanup,
  say,
}: BesideDeps): Promise<readonly BesideColumn[]> {
  const name = findAlertmanager()
  if (name === undefined) {
    throw new Error(
      'Alertmanager is not installed: on Debian and Ubuntu it is the package prometheus-alertmanager.',
    )
  }
  const receiver = new Part<BesideReceiverVerbs>('beside-receiver', cleanup)
  const receiverUrl = `http://127.0.0.1:${await receiver.ask('port', undefined)}/`
  const contenders: readonly (() => Promise<Contender>)[] = [
    () => alertmanagerContender(name, receiverUrl, cleanup),
    ...engines.map((engine) => () => tocsinContender(engine, receiverUrl, cleanup)),
  ]
  const columns = contenders.map((): { name: string; rounds: BesideReadings[] } => ({ name: '', rounds: [] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, create] of contenders.entries()) {
      const contender = await create()
      say(`[round ${round + 1} of ${rounds}] ${contender.name}`)
      const column = columns[index]
      if (!column) continue
      column.name = contender.name
      column.rounds.push(await measureContender(contender, receiver, amounts))
    }
  }
  return columns
}

const ROWS: readonly (readonly [title: string, name: keyof BesideReadings, unit: string])[] = [
  ['notices/s of a storm', 'perSecond', '/s'],
  ['processor time of a notice', 'cpuUs', ' µs'],
  ['a single alert, median', 'singleP50', ' ms'],
  ['a single alert, p99', 'singleP99', ' ms'],
  ['memory after the storms', 'memoryMb', ' MB'],
  ['acknowledged before kill -9', 'acknowledged', ''],
  ['of these lost', 'lost', ''],
]

/** Medians of the rounds with the least and the greatest; behind each column but the first, how often it is the first. */
export function besideRows(columns: readonly BesideColumn[]): readonly (readonly string[])[] {
  const [first, ...others] = columns
  if (!first) return []
  const titles = ['', first.name, ...others.flatMap(({ name }) => [name, 'times'])]
  const rows = ROWS.map(([title, name, unit]) => {
    const held = median(first.rounds.map((round) => round[name]))
    const cells = others.flatMap((column) => {
      const middle = median(column.rounds.map((round) => round[name]))
      return [describe(column, name, unit), held > 0 ? number(Number((middle / held).toPrecision(2))) : '']
    })
    return [title, describe(first, name, unit), ...cells]
  })
  return [titles, ...rows]
}

function describe({ rounds }: BesideColumn, name: keyof BesideReadings, unit: string): string {
  const values = rounds.map((round) => round[name])
  const digits = (value: number) => number(Number(value.toPrecision(3)))
  const spread = values.length > 1 ? ` (${digits(Math.min(...values))}–${digits(Math.max(...values))})` : ''
  return `${digits(median(values))}${unit}${spread}`
}

export function besideTable(columns: readonly BesideColumn[]): string {
  return formatTable(besideRows(columns))
}
