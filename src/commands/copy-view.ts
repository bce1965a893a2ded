import { formatCount } from '../domain/spelling.ts'
import type { CopyStep, Totals } from '../storage/copy/copy.ts'
import type { TableCheck, Verification } from '../storage/copy/verify.ts'
import { printJson } from '../../cli/client/session.ts'
import type { CliContext } from '../../cli/program/command.ts'
import { describeBytes, describeSeconds } from '../../cli/view/human-units.ts'
import type { Screen } from '../../cli/view/screen.ts'

export interface NeededKeys {
  /** Count of encrypted values by key. */
  readonly needed: ReadonlyMap<string, number>
  readonly given: readonly string[]
}

export interface Plan {
  readonly from: string
  readonly to: string
  readonly state: string
  readonly size: number
  readonly totals: Totals
  readonly keys: NeededKeys
}

const STATES: Readonly<Record<string, string>> = {
  new: 'It would be made.',
  empty: 'It is empty.',
  unfinished: 'It holds a part of this copy, which would go on where it stopped.',
}

export function showPlan(screen: Screen, { from, to, state, size, totals, keys }: Plan): void {
  screen.line(`Source: ${from}, ${describeBytes(size)}`)
  screen.line(`Target: ${to}. ${STATES[state] ?? ''}`)
  screen.table(
    [
      { title: 'TABLE', cell: ([table]: readonly [string, number]) => table },
      { title: 'ROWS', cell: ([, rows]: readonly [string, number]) => formatCount(rows), align: 'right' },
    ],
    Object.entries(totals),
  )
  showKeys(screen, keys)
  screen.line('Nothing was changed.')
}

interface ShownVerification extends Verification {
  readonly from: string
  readonly to: string
  readonly isCopied: boolean
  readonly keys: NeededKeys
}

export function showVerification(screen: Screen, shown: ShownVerification): void {
  const { tables, others, isSame, from, to, isCopied, keys } = shown
  screen.table(
    [
      { title: 'TABLE', cell: ({ table }: TableCheck) => table },
      { title: 'SOURCE', cell: ({ source }: TableCheck) => formatCount(source.rows), align: 'right' },
      { title: 'TARGET', cell: ({ target }: TableCheck) => formatCount(target.rows), align: 'right' },
      { title: 'SHA-256', cell: describeChecksum },
    ],
    tables,
  )
  for (const { table, replaced } of tables) {
    if (replaced > 0)
      screen.line(`${table}: in ${formatCount(replaced)} rows the character U+0000 became U+FFFD.`)
  }
  for (const { table, difference } of tables) if (difference !== null) screen.line(`${table}: ${difference}`)
  for (const other of others) screen.line(`${other}.`)
  if (!isSame) {
    screen.line(
      isCopied
        ? 'They are not the same, so no service starts on the target: empty it, and copy anew.'
        : 'They are not the same.',
    )
    return
  }
  screen.line(isCopied ? `${to} has everything that ${from} has.` : `${from} and ${to} have the same.`)
  if (!isCopied) return
  showKeys(screen, keys)
  screen.line(
    `Start the service on ${to}, and none on ${from} any more: it would send what is unfinished a second time.`,
  )
}

function describeChecksum({ source, target }: TableCheck): string {
  const [one, other] = [source.checksum.slice(0, 16), target.checksum.slice(0, 16)]
  return one === other ? one : `${one} is not ${other}`
}

function showKeys(screen: Screen, { needed, given }: NeededKeys): void {
  for (const [keyId, count] of needed) {
    const values = count === 1 ? '1 value is' : `${formatCount(count)} values are`
    const known =
      given.length === 0
        ? ''
        : given.includes(keyId)
          ? ', which was given here'
          : ', which was not given here'
    screen.line(
      `${values} encrypted with the key ${keyId}${known}: the new service needs it (TOCSIN_ENCRYPTION_KEY).`,
    )
  }
}

const REDRAW_MS = 200
const LINE_MS = 5_000
/** Before so much time has passed, no pace is shown. */
const PACE_MS_MIN = 500

const WORDS: Readonly<Record<CopyStep['phase'], string>> = { copy: 'copying', verify: 'comparing' }

/** Reports the progress of a copy to stderr or as JSON, a line for each table with rows. */
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
    const line = describeStep(step, clock.now() - this.#begun.at, this.#begun.rows)
    terminal.err(terminal.showsProgress ? `\r\u001b[K${line}${end}` : `${line}${end}`)
  }
}

/** `copying    attempts          120,000 of 1,000,000   12 %   38,000/s   23 s left` */
export function describeStep(
  { phase, table, rows, rowsTotal }: CopyStep,
  ms: number,
  rowsBefore: number,
): string {
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
