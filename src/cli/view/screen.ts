import type { Terminal } from '../program/context.ts'
import { layTable, mapText, textOf, type Column, type Part, type Tone } from './table.ts'
import { escapeForTerminal, linesForTerminal } from './terminal-text.ts'

const SGR_OF: Readonly<Record<Tone, number>> = { strong: 1, dim: 2, bad: 31, good: 32, warn: 33 }

/** The only way from a command to the eyes of a person: every text is escaped here, and only here coloured. */
export class Screen {
  readonly #terminal: Pick<Terminal, 'out' | 'columns' | 'hasColours'>

  constructor(terminal: Pick<Terminal, 'out' | 'columns' | 'hasColours'>) {
    this.#terminal = terminal
  }

  /** Prints one line, whatever its parts contain. */
  line(...parts: readonly Part[]): void {
    this.#write(parts.map((part) => mapText(part, escapeForTerminal)))
  }

  /** Text of many lines, such as a body, each line after `indent`. */
  block(text: string, indent = '  '): void {
    for (const line of linesForTerminal(text)) this.#write([indent + line])
  }

  table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): void {
    for (const line of layTable(columns, rows, this.#terminal.columns)) this.#write(line)
  }

  /** Rows without titles, below a table of the other rows and as wide as that. */
  rows<Row>(columns: readonly Column<Row>[], rows: readonly Row[], others: readonly Row[]): void {
    const lines = layTable(columns, [...others, ...rows], this.#terminal.columns)
    for (const line of lines.slice(-rows.length)) this.#write(line)
  }

  /** A list of `label  value`, aligned; what has no value is left out. */
  fields(fields: readonly (readonly [label: string, value: Part | undefined])[]): void {
    const shown = fields.filter(([, value]) => value !== undefined && textOf(value) !== '')
    const width = Math.max(0, ...shown.map(([label]) => label.length))
    for (const [label, value = ''] of shown) {
      this.line({ text: label.padEnd(width), tone: 'dim' }, '  ', value)
    }
  }

  /** The parts are safe already. */
  #write(parts: readonly Part[]): void {
    this.#terminal.out(`${parts.map((part) => this.#paint(part)).join('')}\n`)
  }

  #paint(part: Part): string {
    if (typeof part === 'string' || !this.#terminal.hasColours) return textOf(part)
    return `\u001b[${SGR_OF[part.tone]}m${part.text}\u001b[0m`
  }
}
