import { eventually } from '../../../test/support/time/eventually.ts'

interface Status {
  readonly backlog: Readonly<Record<'waiting' | 'pending' | 'sending', number>>
}

/** Waits until everything that there was to deliver has come to its end. */
export async function drained(readStatus: () => Promise<unknown>): Promise<void> {
  let seen: unknown
  await eventually(
    () => `everything is delivered (${JSON.stringify(seen)})`,
    async () => {
      const { backlog } = (await readStatus()) as Status
      seen = backlog
      return backlog.waiting + backlog.pending + backlog.sending === 0
    },
    DRAINED_MS_MAX,
  )
}

/** Far more than any backlog of these loads takes; what has not ended by then hangs. */
const DRAINED_MS_MAX = 120_000
