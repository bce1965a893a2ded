import { Random } from '../simulation/random.ts'
import {
  HOUR,
  liveOf,
  MINUTE,
  scriptOf,
  SECOND,
  type Life,
  type Process,
  type Sent,
  type Periods,
} from './prometheus.ts'

export const BEGIN = Date.parse('2026-09-14T03:16:40Z')
export const LENGTH_MS = HOUR

/** How the servers that evaluate a rule stand to each other. */
export const GROUPS = ['one', 'pair', 'one URL', 'one address', 'both the same', 'three'] as const
export type Group = (typeof GROUPS)[number]

export interface Scenario {
  readonly group: Group
  readonly processes: readonly Process[]
  readonly lives: ReadonlyMap<string, Life>
  /** The pushes that arrive, in order. */
  readonly arrivals: readonly Sent[]
  /** Periods in which nobody could report. */
  readonly absences: Periods
}

/** The way from the senders to the service: how often it loses a push, and through how many nodes it leads. */
interface Way {
  readonly lost: number
  readonly nodes: number
}

const INTERVALS = [15, 20, 30, 60, 120].map((seconds) => seconds * SECOND)
const CLOCKS = [0, 0, 0, -2 * MINUTE, 5 * SECOND, HOUR, 24 * HOUR]

/** Everything that happens in an hour, out of a seed. */
export function scenarioOf(seed: number, group: Group): Scenario {
  const random = new Random(seed)
  const intervalMs = random.pick(INTERVALS)
  const pendingMs = random.happens(0.3) ? MINUTE : 0
  const count = group === 'one' ? 1 : group === 'three' ? 3 : 2
  const sameSlots = random.happens(0.5)
  const offset = random.integer(0, 14) * SECOND
  const processes = Array.from({ length: count }, (_, index) => {
    const offsetMs = BEGIN + (sameSlots ? offset : random.integer(0, 14_999))
    const clockMs = random.pick(CLOCKS)
    return restarted(random, { index, group, intervalMs, pendingMs, offsetMs, clockMs })
  }).flat()
  const condition = conditionOf(random)
  const lives = new Map(processes.map((process) => [process.name, liveOf(process, condition)]))
  if (random.happens(0.3)) lives.set('script', shifted(scriptOf(random, LENGTH_MS)))
  const way = { lost: random.pick([0, 0, 0.03]), nodes: random.integer(1, 2) }
  const absences = absencesOf(random)
  const arrivals = [...lives.values()]
    .flatMap(({ sent }) => sent.flatMap((one) => deliveredOf(random, one, way)))
    .filter(({ at }) => !absences.some(([from, until]) => from <= at && at <= until))
    .sort((a, b) => a.at - b.at)
  return { group, processes, lives, arrivals, absences }
}

interface Server extends Pick<Process, 'intervalMs' | 'pendingMs' | 'offsetMs' | 'clockMs'> {
  readonly index: number
  readonly group: Group
}

/** A server is a process after the other; a new one may have a new address. */
function restarted(random: Random, { index, group, ...server }: Server): readonly Process[] {
  const url = group === 'one URL' || group === 'both the same' ? 0 : index
  const place = group === 'one address' || group === 'both the same' ? 0 : index
  const processes: Process[] = []
  let from = BEGIN
  let move = 0
  for (let count = random.pick([0, 0, 1, 3]); from < BEGIN + LENGTH_MS; count -= 1) {
    const until = count > 0 ? from + random.integer(MINUTE, LENGTH_MS / 3) : BEGIN + LENGTH_MS
    processes.push({
      ...server,
      name: `${index} from ${from - BEGIN}`,
      token: 'prometheus',
      url: `http://prom-${url}:9090`,
      address: `10.0.${place}.${move}`,
      from,
      until: Math.min(until, BEGIN + LENGTH_MS),
    })
    from = until + random.integer(SECOND, 90 * SECOND)
    if (random.happens(0.5)) move += 1
  }
  return processes
}

function conditionOf(random: Random): Periods {
  const periods: (readonly [number, number])[] = []
  let at = BEGIN + random.integer(0, 5 * MINUTE)
  while (at < BEGIN + LENGTH_MS) {
    const until = at + random.integer(15 * SECOND, 10 * MINUTE)
    periods.push([at, until])
    at = until + random.integer(15 * SECOND, 10 * MINUTE)
  }
  return periods
}

function absencesOf(random: Random): Periods {
  if (!random.happens(0.3)) return []
  const from = BEGIN + random.integer(10 * MINUTE, 40 * MINUTE)
  return [[from, from + random.integer(15 * SECOND, 10 * MINUTE)]]
}

function shifted({ firing, sent }: Life): Life {
  return {
    firing: firing.map(([from, until]) => [from + BEGIN, until + BEGIN]),
    sent: sent.map(({ startsAt, endsAt, sentAt, ...one }) => ({
      ...one,
      startsAt: startsAt + BEGIN,
      endsAt: endsAt === undefined ? undefined : endsAt + BEGIN,
      sentAt: sentAt + BEGIN,
    })),
  }
}

/** A push goes to every node; one of them may be late. A script sends to one, and gets a response. */
function deliveredOf(random: Random, sent: Omit<Sent, 'at'>, { lost, nodes }: Way): readonly Sent[] {
  const first = { ...sent, at: sent.sentAt + random.integer(1, 500) }
  if (sent.url === undefined) return [first]
  if (random.happens(lost)) return []
  if (nodes === 1) return [first]
  const lateMs = random.happens(0.2) ? random.integer(SECOND, 40 * SECOND) : random.integer(1, 500)
  return [first, { ...sent, at: first.at + lateMs }]
}
