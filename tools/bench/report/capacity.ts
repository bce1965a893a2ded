import { type EngineName, TITLE_OF } from '../../engine-names.ts'
import { COST_NAMES } from '../figures.ts'
import { findFigure, type Report } from './report.ts'
import { markdownTable, number } from './table.ts'

/** The fan-out that the arithmetic goes by. */
const FAN_OUT = 3
/** Deliveries per second, one column for each. */
const RATES = [1_000, 10_000, 100_000, 1_000_000] as const
const SECONDS_PER_DAY = 86_400
/** Above this share of a core things begin to wait. */
const CORE_SHARE = 0.7

/** The costs of a delivery, in microseconds of one core and in bytes. */
export type Costs = Readonly<Record<keyof typeof COST_NAMES, number>>

/** Undefined if it was not measured. */
export function costsOf(report: Report, engine: EngineName): Costs | undefined {
  const costs = Object.keys(COST_NAMES).map(
    (name) => [name, findFigure(report, engine, `cost${FAN_OUT}.${name}`)?.median] as const,
  )
  if (costs.some(([, value]) => value === undefined)) return undefined
  // Every name of COST_NAMES is there, with its number.
  return Object.fromEntries(costs) as Costs
}

export interface Demand {
  readonly serviceCores: number
  /** Each node has one thread of JavaScript, so it is that thread that sets their number. */
  readonly nodes: number
  readonly databaseCores: number
  readonly walMbPerSecond: number
  readonly storedGbPerDay: number
  readonly networkMbitPerSecond: number
}

/** Returns the demand of so many deliveries per second, if each goes on to cost what it did. */
export function demandOf(costs: Costs, perSecond: number): Demand {
  const cores = (microseconds: number) => (microseconds * perSecond) / 1e6 / CORE_SHARE
  return {
    serviceCores: cores(costs.serviceMainUs + costs.serviceOtherUs),
    nodes: Math.ceil(cores(costs.serviceMainUs)),
    databaseCores: cores(costs.databaseUs),
    walMbPerSecond: (costs.walBytes * perSecond) / 1e6,
    storedGbPerDay: (costs.storedBytes * perSecond * SECONDS_PER_DAY) / 1e9,
    networkMbitPerSecond: (costs.networkBytes * perSecond * 8) / 1e6,
  }
}

/** For docs/capacity.md: what one delivery costs, and what many would. */
export function capacityBlock(report: Report): string {
  const measured = report.engines.flatMap(({ name }) => {
    const costs = costsOf(report, name)
    return costs ? [{ name, costs }] : []
  })
  if (measured.length === 0) return 'This run measured no costs.'
  const titles = ['', ...measured.map(({ name }) => TITLE_OF[name])]
  const costRows = Object.entries(COST_NAMES).map(([name, title]) => [
    title,
    ...measured.map(({ costs }) => describeCost(name, costs[name as keyof Costs])),
  ])
  return [
    `What one delivery costs at the highest load with fan-out ${FAN_OUT}, its third of the intake included:`,
    markdownTable([titles, ...costRows]),
    ...measured.filter(({ name }) => name === 'postgres').flatMap(({ costs }) => demandBlock(costs)),
  ].join('\n\n')
}

function describeCost(name: string, value: number): string {
  return `${number(value)} ${name.endsWith('Us') ? 'µs' : 'bytes'}`
}

function demandBlock(costs: Costs): readonly string[] {
  const demands = RATES.map((rate) => demandOf(costs, rate))
  const row = (title: string, pick: (demand: Demand) => number) => [
    title,
    ...demands.map((demand) => number(Number(pick(demand).toPrecision(2)))),
  ]
  return [
    `What that makes on PostgreSQL, with cores used to ${CORE_SHARE * 100} % and no cost that grows with size:`,
    markdownTable([
      ['deliveries per second', ...RATES.map((rate) => number(rate))],
      row('nodes', ({ nodes }) => nodes),
      row('cores of all nodes', ({ serviceCores }) => serviceCores),
      row('cores of PostgreSQL', ({ databaseCores }) => databaseCores),
      row('log of PostgreSQL, MB/s', ({ walMbPerSecond }) => walMbPerSecond),
      row('kept, GB per day', ({ storedGbPerDay }) => storedGbPerDay),
      row('to receivers, Mbit/s', ({ networkMbitPerSecond }) => networkMbitPerSecond),
    ]),
  ]
}
