// npm run bench [-- --seconds 10] [--rounds 3] [--json]
// Generator, service and receiver are processes of their own on this machine, all traffic on the loopback address.
import { parseArgs } from 'node:util'
import { median, formatTable, round } from './figures.ts'
import type { Loaded } from './generator.ts'
import { Part, ServiceProcess } from './processes.ts'
import type { Received } from './receiver.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const durationMs = Number(values.seconds) * 1000
const rounds = Number(values.rounds)
const DRAIN_MS_MAX = 120_000
const FAN_OUT = 3
/** The first seconds of a process are spent on compiling; they are not what a running service is like. */
const WARM_UP = { durationMs: 3_000, rate: 500, connections: 64 }

interface Run {
  readonly deliveriesPerSecond: number
  readonly accepted: number
  readonly refused: number
  readonly lost: number
  readonly repeated: number
  readonly intake: Loaded['latencyMs']
  readonly latency: Received['latencyMs']
  readonly memoryMb: number
}

const say = (line: string) => void (values.json || process.stdout.write(`${line}\n`))

/** Load on a fresh database; waits until everything accepted has arrived. */
async function run(
  receiver: Part,
  port: number,
  { fanOut, rate }: { readonly fanOut: number; readonly rate: number },
): Promise<Run> {
  const service = await ServiceProcess.start()
  const generator = new Part('generator.ts')
  for (let index = 0; index < fanOut; index += 1) {
    await service.request('POST', '/v1/webhooks', {
      name: `bench ${index}`,
      url: `http://127.0.0.1:${port}/hook`,
      payload_template:
        '{"alert": "%AlertName%", "state": "%CurrentState%", "object": "%ObjectName%", "sent": %CurrentValue%, "info": "%AlertInfo%"}',
    })
  }
  const load = async (given: {
    readonly durationMs: number
    readonly rate: number
    readonly connections: number
  }) => {
    const loaded = await generator.ask<Loaded>({ url: service.url, token: service.token, ...given })
    await untilReceived(receiver, loaded.accepted * fanOut)
    return loaded
  }
  await load(WARM_UP)
  await receiver.ask('report')
  const loaded = await load({ durationMs, rate, connections: 64 })
  const expected = loaded.accepted * fanOut
  const received = await receiver.ask<Received>('report')
  const memoryMb = await service.memoryMb()
  generator.stop()
  await service.stop()
  return {
    deliveriesPerSecond: Math.round((received.count / received.spanMs) * 1000),
    accepted: loaded.accepted,
    refused: loaded.refused,
    lost: Math.max(0, expected - received.distinct),
    repeated: received.count - received.distinct,
    intake: loaded.latencyMs,
    latency: received.latencyMs,
    memoryMb,
  }
}

async function untilReceived(receiver: Part, count: number): Promise<void> {
  const giveUpAt = performance.now() + DRAIN_MS_MAX
  while ((await receiver.ask<{ count: number }>('count')).count < count && performance.now() < giveUpAt) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function measureIdle(): Promise<{
  readonly startMs: number
  readonly memoryMb: number
  readonly listMs: number
}> {
  const service = await ServiceProcess.start()
  const startMs = Math.round(service.startMs)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const memoryMb = await service.memoryMb()
  for (let index = 0; index < 1_000; index += 1) {
    await service.request('POST', '/api/v15/webhook/', {
      name: `webhook ${index}`,
      url: 'http://127.0.0.1:9/hook',
    })
  }
  const times: number[] = []
  for (let index = 0; index < 20; index += 1) {
    const startedAt = performance.now()
    await (await service.request('GET', '/api/v15/webhook/')).json()
    times.push(performance.now() - startedAt)
  }
  await service.stop()
  return { startMs, memoryMb, listMs: round(median(times)) }
}

const receiver = new Part('receiver.ts')
const { port } = await receiver.next<{ port: number }>()

say(
  `${rounds} rounds of ${values.seconds} s for each figure; medians. After 3 s of warm-up; generator, service and receiver share this machine.`,
)
const results: { scenario: string; bare: number; runs: readonly Run[] }[] = []
for (const scenario of [
  { name: 'as fast as it goes, fan-out 3', fanOut: FAN_OUT, rate: 0 },
  { name: 'as fast as it goes, fan-out 1', fanOut: 1, rate: 0 },
  { name: '5,000 deliveries/s, fan-out 3', fanOut: FAN_OUT, rate: 5_000 / FAN_OUT },
  { name: '1,000 deliveries/s, fan-out 1', fanOut: 1, rate: 1_000 },
  { name: '100 deliveries/s, fan-out 1', fanOut: 1, rate: 100 },
]) {
  const runs: Run[] = []
  const bares: number[] = []
  for (let index = 0; index < rounds; index += 1) {
    const bare = new Part('bare-loop.ts')
    bares.push(
      (
        await bare.ask<{ perSecond: number }>({
          url: `http://127.0.0.1:${port}`,
          durationMs: Math.min(durationMs, 4_000),
          connections: 64,
        })
      ).perSecond,
    )
    bare.stop()
    await receiver.ask('report')
    runs.push(await run(receiver, port, scenario))
    say(
      `  ${scenario.name}: round ${index + 1} of ${rounds}, ${runs.at(-1)?.deliveriesPerSecond} deliveries/s`,
    )
  }
  results.push({ scenario: scenario.name, bare: median(bares), runs })
}
const idle = await measureIdle()
receiver.stop()

const rows = results.map(({ scenario, bare, runs }) => {
  const of = (pick: (run: Run) => number) => median(runs.map(pick))
  const perSecond = of((run) => run.deliveriesPerSecond)
  return {
    scenario,
    deliveriesPerSecond: perSecond,
    ratioToBareLoop: round(perSecond / bare),
    latencyP50Ms: of((run) => run.latency.p50),
    latencyP99Ms: of((run) => run.latency.p99),
    intakeP50Ms: of((run) => run.intake.p50),
    intakeP99Ms: of((run) => run.intake.p99),
    refused: of((run) => run.refused),
    lost: Math.max(...runs.map(({ lost }) => lost)),
    repeated: Math.max(...runs.map(({ repeated }) => repeated)),
    memoryMb: of((run) => run.memoryMb),
  }
})

if (values.json) process.stdout.write(`${JSON.stringify({ rows, idle }, undefined, 2)}\n`)
else {
  const titles = [
    'scenario',
    'deliveries/s',
    'ratio',
    'p50 ms',
    'p99 ms',
    'intake p50',
    'intake p99',
    'refused',
    'lost',
    'repeated',
    'MB',
  ]
  say(`\n${formatTable([titles, ...rows.map((row) => Object.values(row).map(String))])}`)
  say(
    '\nratio: to a bare loop of the same HTTP client against the same receiver, measured just before each round.',
  )
  say('p50, p99: from sending a report to the arrival of its notice; intake: from sending it to its 200.')
  say(
    `\nstart to ready ${idle.startMs} ms; idle memory ${idle.memoryMb} MB; list of 1,000 webhooks ${idle.listMs} ms (median of 20)`,
  )
}
