import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '../../../test/simulation/random.ts'
import { eventually } from '../../../test/support/time/eventually.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import { Lives, report, sendReport } from '../load/monitors.ts'
import { LedgerReceiver } from '../load/receiver.ts'
import { makeWebhooks, SERVICE_SETTINGS } from '../load/webhooks.ts'
import { emptyLedger } from '../promises/ledger.ts'
import { filesAtEnd, type DiskStep, type Files } from './disk.ts'
import { STRACE_OPTIONS } from './read-strace.ts'
import { readStrace, type Trace } from './trace.ts'

const DATABASE = 'tocsin.db'
const PREFIX = 'strace'
const FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-journal`] as const

/** Undefined: strace is there and may do its work; otherwise a sentence that says what is to be done. */
export function whyNoStrace(): string | undefined {
  const { error, status, stderr } = spawnSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  })
  if (error)
    return 'strace is missing, which writes down what a service asks of its disk; on Debian: apt-get install strace'
  return status === 0
    ? undefined
    : `strace may not look at processes here (a container needs the capability SYS_PTRACE): ${stderr.trim()}`
}

export interface TakeTraceDeps {
  readonly seed: number
  /** The limit of reports of each monitor. */
  readonly reportsMax: number
  readonly cleanup: Cleanup
}

/** Runs a real service under load while strace records it; it ends by itself or is killed, by the seed. */
export async function takeTrace({ seed, reportsMax, cleanup }: TakeTraceDeps): Promise<Trace> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-trace-'))
  const forgetFolder = cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const random = new Random(seed)
  const ledger = emptyLedger()
  const receiver = await LedgerReceiver.start(ledger, random.fork('receiver'))
  const forgetReceiver = cleanup.add(() => receiver.stop())
  const lives = new Lives()
  const forgetLives = cleanup.add(() => lives.end())
  const first = await lives.start({ folder, settings: SERVICE_SETTINGS })
  await makeWebhooks(first, receiver.url)
  await first.stop()

  const before = readFiles(folder)
  const watcher = ['strace', '-D', ...STRACE_OPTIONS, '-o', join(folder, PREFIX)]
  const service = await lives.start({ folder, settings: SERVICE_SETTINGS, watcher })
  const loadAtMs = Date.now()
  const batches = random.fork('batches')
  await report({
    send: (observations) => sendReport(service, observations),
    ledger,
    isBatch: () => batches.happens(0.1),
    stop: new AbortController().signal,
    reportsMax,
  })
  if (random.happens(0.5)) await service.stop()
  else await service.kill()
  await eventually(
    () => `strace has written everything: ${unended(folder)}`,
    () => unended(folder).length === 0,
    20_000,
  )
  const { port } = receiver
  await receiver.stop()

  const real = readFiles(folder)
  const traced = await readStrace(folder, PREFIX, join(folder, DATABASE))
  const steps = traced.map((step) => asItWas(step, real))
  assertWhole(filesAtEnd(before, steps), real)
  for (const forget of [forgetLives, forgetReceiver, forgetFolder]) forget()
  rmSync(folder, { recursive: true, force: true })
  return { before, steps, ledger, loadAtMs, port }
}

function readFiles(folder: string): Files {
  return new Map(
    FILES.filter((name) => existsSync(join(folder, name))).map((name) => [
      name,
      readFileSync(join(folder, name)),
    ]),
  )
}

/** Threads whose last line does not say how they ended. */
function unended(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${PREFIX}.`))
    .map((name) => `${name}: ${endOf(join(folder, name))}`)
    .filter((end) => !/\+\+\+ (?:exited|killed)[^\n]*\n$/.test(end))
}

function endOf(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const end = Buffer.alloc(100)
    const length = readSync(
      descriptor,
      end,
      0,
      end.length,
      Math.max(0, fstatSync(descriptor).size - end.length),
    )
    return end.toString('latin1', 0, length)
  } finally {
    closeSync(descriptor)
  }
}

/** Cuts a write that was under way when its process was killed to what is there: all, some pages, or nothing. */
function asItWas(step: DiskStep, real: Files): DiskStep {
  if (step.kind !== 'write' || step.endedAtMs !== Infinity) return step
  const { file, offset, data } = step
  return { ...step, data: real.get(file)?.subarray(offset, offset + data.length) ?? data }
}

/** Throws unless the replay gives the files that are there: then no write escaped strace. */
function assertWhole(replayed: Files, real: Files): void {
  for (const name of new Set([...replayed.keys(), ...real.keys()])) {
    const [one, other] = [replayed.get(name), real.get(name)]
    if (!one || !other || !one.equals(other))
      throw new Error(
        `the trace does not tell everything: ${name} has ${other?.length} bytes and not ${one?.length}`,
      )
  }
}
