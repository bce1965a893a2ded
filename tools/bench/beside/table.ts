import type { EngineName } from '../../engine-names.ts'
import { describeAim, formatTable, number } from '../report/table.ts'
import { median } from '../statistics.ts'
import type { BesideColumn, BesideRun } from './beside.ts'
import type { BesideReadings } from './loads.ts'

interface Row {
  readonly title: string
  readonly unit: string
  readonly better?: 'less' | 'more'
  /** The aim as a multiple of the other service's figure: at least where more is better, at most where less is. */
  readonly aims?: Readonly<Record<EngineName, number>>
}

const ROWS: Readonly<Record<keyof BesideReadings, Row>> = {
  perSecond: {
    title: 'notifications/s of a storm',
    unit: '/s',
    better: 'more',
    aims: { sqlite: 1, postgres: 0.7 },
  },
  cpuUs: { title: 'processor time of a notification', unit: ' µs' },
  singleP50: {
    title: 'a single alert, median',
    unit: ' ms',
    better: 'less',
    aims: { sqlite: 1.5, postgres: 2.5 },
  },
  singleP99: { title: 'a single alert, p99', unit: ' ms' },
  memoryMb: { title: 'memory after the storms', unit: ' MB' },
  acknowledged: { title: 'acknowledged before kill -9', unit: '' },
  lost: { title: 'of these lost', unit: '' },
  crowdedPerSecond: { title: 'notifications/s with many open', unit: '/s' },
  crowdedCpuUs: { title: 'processor time of one then', unit: ' µs' },
  crowdedMemoryMb: { title: 'memory then', unit: ' MB' },
}

/**
 * Medians of the rounds with the least and the greatest. After each column of this service stand its multiple of the
 * newest other service, and, with aims, how far that is from its aim.
 */
export function besideRows(
  columns: readonly BesideColumn[],
  { hasAims }: { readonly hasAims: boolean },
): readonly (readonly string[])[] {
  const newest = columns.findLast(({ engine }) => engine === undefined)
  if (!newest) return []
  const titles = columns.flatMap(({ name, engine }) =>
    engine ? [name, 'times', ...(hasAims ? ['aim'] : [])] : [name],
  )
  const names = Object.keys(ROWS) as readonly (keyof BesideReadings)[]
  const rows = names.map((name) => {
    const cells = columns.flatMap((column) => {
      if (!column.engine) return [describe(column, name)]
      const times = timesOf(newest, column, name)
      const cell = times === null ? '' : number(times)
      return [describe(column, name), cell, ...(hasAims ? [aimCell(column, name, times)] : [])]
    })
    return [ROWS[name].title, ...cells]
  })
  return [['', ...titles], ...rows]
}

export function besideTable({ columns }: BesideRun): string {
  return formatTable(besideRows(columns, { hasAims: true }))
}

/** Describes in sentences what was measured, and on which machine. */
export function describeBesideRun({ version, at, machine, amounts, columns }: BesideRun): string {
  const { cpu, cores, memoryGb, system, node } = machine
  const others = columns.filter(({ engine }) => engine === undefined).map(({ name }) => name)
  const rounds = columns[0]?.rounds.length ?? 0
  return [
    `Tocsin ${version} beside ${others.join(' and ')}, ${at.slice(0, 10)}: ${cores} cores (${cpu}), ${memoryGb} GB, ${system}, Node.js ${node}.`,
    `${number(amounts.storms)} storms of ${number(amounts.stormAlerts)} alerts and ${number(amounts.singles)} single ones in each of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, and one storm more with ${number(amounts.openAlerts)} alerts open: medians, in brackets the least and the greatest.`,
  ].join(' ')
}

function timesOf(first: BesideColumn, column: BesideColumn, name: keyof BesideReadings): number | null {
  const held = middleOf(first, name)
  return held > 0 ? Number((middleOf(column, name) / held).toPrecision(2)) : null
}

function aimCell({ engine }: BesideColumn, name: keyof BesideReadings, times: number | null): string {
  const { aims, better = 'less' } = ROWS[name]
  if (!aims || engine === undefined || times === null) return ''
  const aim = aims[engine]
  return describeAim({
    aim,
    median: times,
    better,
    isReached: better === 'more' ? times >= aim : times <= aim,
  })
}

function describe(column: BesideColumn, name: keyof BesideReadings): string {
  const values = column.rounds.map((round) => round[name])
  const digits = (value: number) => number(Number(value.toPrecision(3)))
  const spread = values.length > 1 ? ` (${digits(Math.min(...values))}–${digits(Math.max(...values))})` : ''
  return `${digits(middleOf(column, name))}${ROWS[name].unit}${spread}`
}

function middleOf({ rounds }: BesideColumn, name: keyof BesideReadings): number {
  return median(rounds.map((round) => round[name]))
}
