import type { Totals } from '../../storage/copy/copy.ts'
import type { TableCheck, Verification } from '../../storage/copy/verify.ts'
import { formatCount } from '../../domain/spelling.ts'
import { describeBytes } from '../view/human-size.ts'
import type { Screen } from '../view/screen.ts'

/** Keys go by their ids. */
export interface NeededKeys {
  /** The number of values that each key encrypts. */
  readonly needed: ReadonlyMap<string, number>
  /** The keys that this command was given. */
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

export interface ShownVerification extends Verification {
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
