import { columnsOf } from './columns.ts'
import { cutToWidth, escapeForTerminal } from './terminal-text.ts'

export type Tone = 'good' | 'bad' | 'warn' | 'dim' | 'strong'

/** A piece of a line; a tone becomes a colour where there are colours. */
export type Part = string | { readonly text: string; readonly tone: Tone }

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => Part
  readonly align?: 'right'
  /** May be cut when the table is wider than the terminal. */
  readonly shrinks?: boolean
  /** Left out where the table is wider than the terminal however much it shrinks; the last one first. */
  readonly isSpare?: true
}

const GAP = '  '
/** A shrunk column keeps this many columns, so that it still says something. */
const SHRUNK_WIDTH_MIN = 8

/** Lines of an aligned table, its titles first; none is wider than `width` columns if that is given. */
export function layTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | undefined,
): readonly (readonly Part[])[] {
  return layColumns(fittingColumns(columns, rows, width), rows, width)
}

/** Returns the columns without the spare ones that do not fit. */
function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | undefined,
): readonly Column<Row>[] {
  if (width === undefined) return columns
  const least = columns.reduce((sum, column) => sum + leastWidthOf(column, rows) + GAP.length, -GAP.length)
  const spare = columns.findLastIndex(({ isSpare }) => isSpare)
  if (least <= width || spare === -1) return columns
  return fittingColumns(columns.toSpliced(spare, 1), rows, width)
}

function leastWidthOf<Row>({ title, cell, shrinks }: Column<Row>, rows: readonly Row[]): number {
  const natural = Math.max(
    columnsOf(title),
    ...rows.map((row) => columnsOf(escapeForTerminal(textOf(cell(row))))),
  )
  return shrinks ? Math.min(natural, SHRUNK_WIDTH_MIN) : natural
}

function layColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | undefined,
): readonly (readonly Part[])[] {
  const lines: readonly (readonly Part[])[] = [
    columns.map(({ title }) => ({ text: title, tone: 'dim' as const })),
    ...rows.map((row) => columns.map(({ cell }) => mapText(cell(row), escapeForTerminal))),
  ]
  const natural = columns.map((_, index) =>
    Math.max(...lines.map((line) => columnsOf(textOf(line[index] ?? '')))),
  )
  const widths = width === undefined ? natural : shrink(natural, columns, width)
  const laid = lines.map((line) =>
    line.flatMap((part, index) => {
      const isLast = index === columns.length - 1
      const padded = mapText(part, (text) => fit(text, widths[index] ?? 0, columns[index]?.align, isLast))
      return isLast ? [padded] : [padded, GAP]
    }),
  )
  return width === undefined ? laid : laid.map((line) => cutLine(line, width))
}

/** Cuts the end of a line that its columns could not shorten enough. */
function cutLine(line: readonly Part[], width: number): readonly Part[] {
  const total = line.reduce((sum, part) => sum + columnsOf(textOf(part)), 0)
  if (total <= width) return line
  const kept: Part[] = []
  let left = width
  for (const part of line) {
    const partWidth = columnsOf(textOf(part))
    if (partWidth >= left) return [...kept, mapText(part, (text) => cutToWidth(`${text}${GAP}`, left))]
    kept.push(part)
    left -= partWidth
  }
  return kept
}

export function textOf(part: Part): string {
  return typeof part === 'string' ? part : part.text
}

export function mapText(part: Part, change: (text: string) => string): Part {
  return typeof part === 'string' ? change(part) : { text: change(part.text), tone: part.tone }
}

function fit(text: string, width: number, align: 'right' | undefined, isLast: boolean): string {
  const cut = cutToWidth(text, width)
  const padding = ' '.repeat(Math.max(0, width - columnsOf(cut)))
  if (align === 'right') return padding + cut
  return isLast ? cut : cut + padding
}

/** Takes from the widest column that may shrink, until all fit or none can give more. */
function shrink(
  natural: readonly number[],
  columns: readonly { readonly shrinks?: boolean }[],
  width: number,
): readonly number[] {
  const widths = [...natural]
  let excess = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1) - width
  while (excess > 0) {
    const candidates = widths.filter((each, index) => columns[index]?.shrinks && each > SHRUNK_WIDTH_MIN)
    if (candidates.length === 0) break
    const widest = Math.max(...candidates)
    const index = widths.findIndex((each, at) => each === widest && columns[at]?.shrinks)
    widths[index] = widest - 1
    excess -= 1
  }
  return widths
}
