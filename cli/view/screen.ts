import type { Terminal } from '../program/command.ts'
import { columnsOf, cutToWidth, escapeForTerminal, linesForTerminal } from './terminal-text.ts'

const SGR_OF: Readonly<Record<Tone, number>> = { strong: 1, dim: 2, bad: 31, good: 32, warn: 33 }

/** Writes for people: all text is escaped and coloured only here. */
export class Screen {
  readonly #terminal: Pick<Terminal, 'out' | 'columns' | 'hasColours'>

  constructor(terminal: Pick<Terminal, 'out' | 'columns' | 'hasColours'>) {
    this.#terminal = terminal
  }

  /** Prints one line, whatever its parts contain. */
  line(...parts: readonly Part[]): void {
    this.#write(parts.map((part) => mapText(part, escapeForTerminal)))
  }

  block(text: string, indent = '  '): void {
    for (const line of linesForTerminal(text)) this.#write([indent + line])
  }

  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
    for (const line of layTable(columns, rows, this.#terminal.columns)) this.#write(line)
  }

  /** Prints rows without titles, aligned with a table of `others`. */
  rows<Row>(columns: readonly Column<Row>[], rows: readonly Row[], others: readonly Row[]): void {
    const lines = layTable(columns, [...others, ...rows], this.#terminal.columns)
    for (const line of lines.slice(-rows.length)) this.#write(line)
  }

  /** Prints aligned `label  value` lines; those without a value are left out. */
  fields(fields: readonly (readonly [label: string, value: Part | undefined])[]): void {
    const shown = fields.filter(([, value]) => value !== undefined && textOf(value) !== '')
    const width = Math.max(0, ...shown.map(([label]) => label.length))
    for (const [label, value = ''] of shown) {
      this.line({ text: label.padEnd(width), tone: 'dim' }, '  ', value)
    }
  }

  #write(parts: readonly Part[]): void {
    this.#terminal.out(`${parts.map((part) => this.#paint(part)).join('')}\n`)
  }

  #paint(part: Part): string {
    if (typeof part === 'string' || !this.#terminal.hasColours) return textOf(part)
    return `\u001b[${SGR_OF[part.tone]}m${part.text}\u001b[0m`
  }
}

export type Tone = 'good' | 'bad' | 'warn' | 'dim' | 'strong'

/** A piece of a line; its tone becomes a colour. */
export type Part = string | { readonly text: string; readonly tone: Tone }

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => Part
  readonly align?: 'right'
  /** May be cut if the table is wider than the terminal. */
  readonly shrinks?: boolean
  /** Left out if shrinking does not suffice; the last one first. */
  readonly isSpare?: true
}

const GAP = '  '
/** A shrunk column still says something. */
const SHRUNK_WIDTH_MIN = 8

/** Lays out a table, titles first; no line is wider than `width`, if given. */
export function layTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | undefined,
): readonly (readonly Part[])[] {
  return layColumns(fittingColumns(columns, rows, width), rows, width)
}

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

/** Cuts a line that its columns could not shorten enough. */
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

export function toned(text: string, tones: Readonly<Record<string, Tone>>): Part {
  const tone = tones[text]
  return tone === undefined ? text : { text, tone }
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

/** Takes from the widest shrinkable column until all fit or none can give more. */
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
