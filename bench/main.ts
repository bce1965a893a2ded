// npm run bench [-- --seconds 10] [--rounds 3] [--only load|isolation|idle] [--json]
// Generator, service and receivers are processes of their own on this machine, all traffic on the loopback address.
import { parseArgs } from 'node:util'
import { formatTable, round } from './figures.ts'
import { measureIdle } from './idle.ts'
import { measureIsolation, type Isolation } from './isolation.ts'
import { measureLoad, type LoadFigures } from './load.ts'
import { Part } from './processes.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const say = (line: string) => void (values.json || process.stdout.write(`${line}\n`))
const isWanted = (part: string) => values.only === '' || values.only === part

const receiver = new Part('receiver.ts')
const { port } = await receiver.next<{ port: number }>()
const given = { port, durationMs: Number(values.seconds) * 1000, rounds }

say(
  `${rounds} rounds of ${values.seconds} s for each figure; medians. After 3 s of warm-up; all parts share this machine.`,
)
const load = isWanted('load') ? await measureLoad(receiver, given, say) : undefined
const isolation = isWanted('isolation') ? await measureIsolation(receiver, given, say) : undefined
const idle = isWanted('idle') ? await measureIdle() : undefined
receiver.stop()

if (values.json) process.stdout.write(`${JSON.stringify({ load, isolation, idle }, undefined, 2)}\n`)
if (load) tellLoad(load)
if (isolation) tellIsolation(isolation)
if (idle) {
  say(
    `\nstart to ready ${idle.startMs} ms; idle memory ${idle.memoryMb} MB; list of 1,000 webhooks ${idle.listMs} ms (median of 20)`,
  )
}

function tellLoad(rows: readonly LoadFigures[]): void {
  const titles = [
    'scenario',
    'deliveries/s',
    'ratio',
    'p50 ms',
    'p99 ms',
    'intake p50',
    'intake p99',
    'refused',
    'unanswered',
    'lost',
    'repeated',
    'MB',
  ]
  say(`\n${formatTable([titles, ...rows.map((row) => Object.values(row).map(String))])}`)
  say(
    '\nSigned and with every limit set, but where it says otherwise. ratio: to a bare loop of the same HTTP client that signs as well, against the same receiver, measured just before each round.',
  )
  say('p50, p99: from sending a report to the arrival of its notice; intake: from sending it to its 200.')
}

function tellIsolation(rows: readonly Isolation[]): void {
  const [alone] = rows
  const table = rows.map(({ neighbour, p50Ms, p95Ms, lost }) => [
    neighbour,
    String(p50Ms),
    String(p95Ms),
    alone ? `${round((p95Ms / alone.p95Ms - 1) * 100)} %` : '',
    String(lost),
  ])
  say(
    `\n${formatTable([['beside a receiver that does', 'p50 ms', 'p95 ms', 'p95 moves', 'lost'], ...table])}`,
  )
  say('\nOf a webhook whose receiver is well, at 500 notices/s, beside another webhook with the same events.')
}
