import { formatCount } from '../../domain/spelling.ts'
import type { CopyStep } from '../../storage/copy/copy.ts'
import type { CliContext } from '../program/context.ts'
import { printJson } from '../client/session.ts'
import { describeSeconds } from '../view/human-time.ts'

/** Between two counts of the same table: on a screen, where the line is drawn over, and elsewhere. */
const REDRAW_MS = 200
const LINE_MS = 5_000
/** The shortest time after which a pace is shown. */
const PACE_MS_MIN = 500

const WORDS: Readonly<Record<CopyStep['phase'], string>> = { copy: 'copying', verify: 'comparing' }

/** Says to stderr, or as JSON, how far a copy has come: a line for each table that has something. */
export class CopyProgress {
  readonly #context: CliContext
  readonly #isJson: boolean
  #step: CopyStep | undefined
  #begun = { at: 0, rows: 0 }
  #shownAt = 0

  constructor(context: CliContext, isJson: boolean) {
    this.#context = context
    this.#isJson = isJson
  }

  show(step: CopyStep): void {
    const now = this.#context.clock.now()
    if (this.#step?.table !== step.table || this.#step.phase !== step.phase) {
      this.end()
      this.#begun = { at: now, rows: step.rows }
      this.#shownAt = now
    }
    this.#step = step
    const isDrawn = this.#context.terminal.showsProgress && !this.#isJson
    if (now - this.#shownAt < (isDrawn ? REDRAW_MS : LINE_MS)) return
    this.#shownAt = now
    this.#write(step, isDrawn ? '\r' : '\n')
  }

  /** The last of its table. */
  end(): void {
    const step = this.#step
    this.#step = undefined
    if (step && step.rowsTotal > 0) this.#write(step, '\n')
  }

  #write(step: CopyStep, end: '\r' | '\n'): void {
    const { terminal, clock } = this.#context
    if (this.#isJson) {
      const { phase, table, rows, rowsTotal } = step
      printJson(this.#context, JSON.stringify({ phase, table, rows, rows_total: rowsTotal }))
      return
    }
    const line = describeStep(step, { ms: clock.now() - this.#begun.at, rowsBefore: this.#begun.rows })
    terminal.err(terminal.showsProgress ? `\r\u001b[K${line}${end}` : `${line}${end}`)
  }
}

export interface Pace {
  readonly ms: number
  /** The rows of an earlier run. */
  readonly rowsBefore: number
}

/** `copying    attempts          120,000 of 1,000,000   12 %   38,000/s   23 s left` */
export function describeStep({ phase, table, rows, rowsTotal }: CopyStep, { ms, rowsBefore }: Pace): string {
  const perSecond = ms >= PACE_MS_MIN ? ((rows - rowsBefore) / ms) * 1000 : 0
  const leftS = perSecond > 0 ? Math.ceil(Math.max(0, rowsTotal - rows) / perSecond) : undefined
  const share = rowsTotal > 0 ? Math.min(100, Math.floor((rows / rowsTotal) * 100)) : 100
  return [
    WORDS[phase].padEnd(9),
    table.padEnd(16),
    `${formatCount(rows).padStart(11)} of ${formatCount(rowsTotal)}`,
    `${share} %`,
    ...(perSecond > 0 ? [`${formatCount(Math.round(perSecond))}/s`] : []),
    ...(leftS !== undefined && rows < rowsTotal ? [`${describeSeconds(leftS)} left`] : []),
  ].join('  ')
}
