import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createApp, type App } from '../../../src/app/app.ts'
import { readConfig } from '../../../src/config/config.ts'
import { Random } from '../../../test/simulation/random.ts'
import type { Cleanup } from '../../bench/cleanup.ts'
import type { Finding } from '../findings.ts'
import { report } from '../load/monitors.ts'
import { drained } from '../load/drained.ts'
import type { LedgerReceiver } from '../load/receiver.ts'
import { SERVICE_SETTINGS, WEBHOOKS } from '../load/webhooks.ts'
import { countRepeats, findBroken } from '../promises/find-broken.ts'
import { ledgerAtCut, type Ledger } from '../promises/ledger.ts'
import { filesAtCut } from './disk.ts'
import type { Trace } from './trace.ts'

const DATABASE = 'tocsin.db'
const TOKEN = 'prove-admin-token-0123456789'
/** Reports of each monitor after the cut: what was not acknowledged comes again, and then something new. */
const REPORTS_AFTER = 5

export interface CutDeps {
  readonly trace: Trace
  readonly seed: number
  /** Where the webhooks of the trace lead; it is well from now on. */
  readonly receiver: LedgerReceiver
  readonly cleanup: Cleanup
}

/** Cuts the power at a moment of a trace, starts the service on what the disk may have, and lets it come to rest. */
export async function cutPower({ trace, seed, receiver, cleanup }: CutDeps): Promise<Finding> {
  const random = new Random(seed)
  const atMs = momentOf(trace, random)
  // Notes of monitors and receiver are exact to a millisecond, those of strace to the thousandth of one.
  const ledger = ledgerAtCut(trace.ledger, { surelyMs: atMs - 1, possiblyMs: atMs })
  receiver.ledger = ledger
  receiver.isHealthy = true
  const before = { acknowledged: ledger.acknowledged.length, received: ledger.received.length }
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-cut-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const forgetFolder = cleanup.add(removeFolder)
  const broken: string[] = []
  try {
    for (const [name, content] of filesAtCut(trace.before, trace.steps, {
      atMs,
      random: random.fork('disk'),
    }))
      writeFileSync(join(folder, name), content, { mode: 0o600 })
    await liveOn(folder, ledger)
    broken.push(...findDamage(join(folder, DATABASE)))
  } catch (error) {
    broken.push(`stuck: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    removeFolder()
    forgetFolder()
  }
  broken.push(...findBroken(ledger, { webhooks: WEBHOOKS, isDrained: true, repeatsMax: undefined }))
  return {
    seed,
    at: new Date().toISOString(),
    kind: `${(atMs - trace.loadAtMs).toFixed(3)} ms into the load`,
    ...before,
    repeated: countRepeats(ledger.received).get(ledger.life - 1) ?? 0,
    broken,
  }
}

/** Between the beginnings of two steps: a flush that takes long is as likely to be cut as any write. */
function momentOf({ steps, loadAtMs }: Trace, random: Random): number {
  const under = steps.filter(({ beganAtMs }) => beganAtMs >= loadAtMs)
  const index = random.integer(0, under.length - 1)
  const beganAtMs = under[index]?.beganAtMs ?? loadAtMs
  const next = under[index + 1]?.beganAtMs ?? beganAtMs + 1
  return beganAtMs + random.fraction() * (next - beganAtMs)
}

/** Goes on as after any crash: what is left is delivered, and what nobody acknowledged is reported again. */
async function liveOn(folder: string, ledger: Ledger): Promise<void> {
  const app = await openApp(folder)
  try {
    await app.start()
    await report({
      send: (observations) => sendInMemory(app, observations),
      ledger,
      isBatch: () => true,
      stop: new AbortController().signal,
      reportsMax: REPORTS_AFTER,
    })
    await drained(async () => (await ask(app, { method: 'GET', url: '/v1/status' })).json())
  } finally {
    await app.stop()
  }
}

async function openApp(folder: string): Promise<App> {
  const data = join(folder, 'data')
  mkdirSync(data)
  const config = readConfig(
    {},
    {
      TOCSIN_LISTEN: '127.0.0.1:0',
      TOCSIN_DATABASE: `sqlite:${join(folder, DATABASE)}`,
      TOCSIN_DATA_FOLDER: data,
      TOCSIN_ADMIN_TOKEN: TOKEN,
      ...SERVICE_SETTINGS,
    },
  )
  return createApp({ config, log: SILENT })
}

const SILENT = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

async function sendInMemory(app: App, observations: readonly object[]): Promise<number> {
  const payload = [...observations]
  return (await ask(app, { method: 'POST', url: '/v1/alerts', payload })).statusCode
}

function ask(
  app: App,
  request: { readonly method: 'GET' | 'POST'; readonly url: string; readonly payload?: object },
) {
  return app.server.inject({ ...request, headers: { 'x-auth-token': TOKEN } })
}

function findDamage(file: string): readonly string[] {
  const db = new Database(file, { readonly: true })
  try {
    const found = [
      ...(db.pragma('quick_check') as readonly { readonly quick_check: string }[])
        .map(({ quick_check: words }) => words)
        .filter((words) => words !== 'ok'),
      ...(db.pragma('foreign_key_check') as readonly object[]).map((row) => JSON.stringify(row)),
    ]
    return found.map((words) => `damaged: ${words}`)
  } finally {
    db.close()
  }
}
