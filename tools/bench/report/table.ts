import { type EngineName, TITLE_OF } from '../../engine-names.ts'
import { FIGURES } from '../figures.ts'
import { findFigure, type MeasuredFigure, type Report } from './report.ts'

/** The titles, then a row for each figure: what it is, and for each engine the figure and how it stands to its aim. */
export function figureRows(report: Report): readonly (readonly string[])[] {
  const engines = report.engines.map(({ name }) => name)
  const titles = ['', ...engines.flatMap((engine) => [TITLE_OF[engine], 'aim'])]
  const rows = Object.entries(FIGURES)
    .filter(([id, { isDetail }]) => !isDetail && engines.some((engine) => findFigure(report, engine, id)))
    .map(([id, { title }]) => [title, ...engines.flatMap((engine) => cellsOf(report, engine, id))])
  return [titles, ...rows]
}

function cellsOf(report: Report, engine: EngineName, id: string): readonly [string, string] {
  const figure = findFigure(report, engine, id)
  return figure ? [describeFigure(figure), describeAim(figure)] : ['', '']
}

/** `6,612/s (6,480–6,701)`: the median, and the least and the greatest if there were several rounds. */
export function describeFigure({ median, min, max, rounds, unit }: MeasuredFigure): string {
  const value = `${number(median)}${UNITS[unit]}`
  return rounds.length > 1 ? `${value} (${number(min)}–${number(max)})` : value
}

const UNITS: Readonly<Record<MeasuredFigure['unit'], string>> = {
  '/s': '/s',
  ms: ' ms',
  MB: ' MB',
  times: '',
  µs: ' µs',
  bytes: ' bytes',
  count: '',
}

/** `6,500: reached`, `4,000: 12 % short`, `40: 25 % over`; nothing if there is no aim. */
export function describeAim({
  aim,
  median,
  isReached,
  better,
}: Pick<MeasuredFigure, 'aim' | 'median' | 'isReached' | 'better'>): string {
  if (aim === null) return ''
  if (isReached) return `${number(aim)}: reached`
  const percent = Math.max(1, Math.round(Math.abs(median / aim - 1) * 100))
  return `${number(aim)}: ${percent} % ${better === 'more' ? 'short' : 'over'}`
}

export function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 3 })
}

/** Columns as wide as their widest cell; the first one left-aligned, the others right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Writes the table for a document. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [titles = [], ...rest] = rows
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = titles.map((_, column) => (column === 0 ? '---' : '--:'))
  return [line(titles), line(rule), ...rest.map(line)].join('\n')
}

/** Describes in sentences the machine, the engines and the settings of the figures. */
export function describeConditions({ machine, engines, settings, at, tookSeconds, version }: Report): string {
  const { cpu, cores, memoryGb, system, node, flushMs, isInMemory } = machine
  const databases = engines.map(({ name, version, settings }) => {
    const set = Object.entries(settings).map(([key, value]) => `${key} ${value}`)
    return `${TITLE_OF[name]} ${version}${set.length > 0 ? ` (${set.join(', ')})` : ''}`
  })
  const sentences = [
    `Tocsin ${version}, ${at.slice(0, 10)}: ${cores} cores (${cpu}), ${memoryGb} GB, ${system}, Node.js ${node}, ${databases.join(', ')}.`,
    `A flush of 4 KB to the disk takes ${number(flushMs.median)} ms (p99 ${number(flushMs.p99)} ms).`,
    `${describeRounds(settings)} It took ${Math.ceil(tookSeconds / 60)} min.`,
    `Drained were ${number(settings.drainCount)} deliveries; a large backlog is ${number(settings.backlogCount)} waiting deliveries, a long history ${number(settings.historyCount)} past ones, almost empty ${number(settings.smallCount)}.`,
  ]
  if (isInMemory) sentences.push('The databases lay in memory, so durability cost nothing: take --folder.')
  if (settings.mode === 'quick') sentences.push('A quick run: it shows that things work, not how fast.')
  return sentences.join(' ')
}

function describeRounds({ rounds, measureMs }: Report['settings']): string {
  const seconds = `${number(measureMs / 1000)} s`
  return rounds === 1
    ? `One round of ${seconds} for each figure.`
    : `Medians of ${rounds} rounds of ${seconds} each, in brackets the least and the greatest.`
}

/** Nothing may be lost, and nothing out of order; said for each engine. */
export function describeTallies({ tallies, problems }: Report): string {
  const sums = Object.entries(tallies).map(
    ([engine, { accepted, refused, unanswered, lost, repeated, disordered }]) =>
      `${TITLE_OF[engine as EngineName]}: ${number(accepted)} reports accepted, ${number(refused)} refused, ${number(unanswered)} unanswered; notifications lost ${number(lost)}, repeated ${number(repeated)}, out of order ${number(disordered)}.`,
  )
  const where = problems.map(
    ({ engine, scenario, round, tally: { refused, unanswered, lost, repeated, disordered } }) =>
      `${TITLE_OF[engine]}, ${scenario}, round ${round + 1}: ${refused} refused, ${unanswered} unanswered, ${lost} lost, ${repeated} repeated, ${disordered} out of order.`,
  )
  return [...sums, ...where].join('\n')
}
