import type { EngineName } from '../engine-names.ts'
import { parseArgs } from 'node:util'
import { readEngines, wholeNumber } from '../arguments.ts'
import { WHATS, type Proof, type What } from './findings.ts'

/** The kills and cuts that a release has to survive. */
const COUNTS: Readonly<Record<What, Readonly<Record<EngineName, number>>>> = {
  kills: { sqlite: 200, postgres: 200 },
  powercuts: { sqlite: 1_000, postgres: 100 },
}

const FOLDER = 'data/prove'

/** Requests of `contract` unless `--count` says otherwise. */
const CONTRACT_REQUESTS = 1_000_000

/** They leave no findings to go on from. */
const WITHOUT_FOLDER = ['contract', 'packages', 'chain'] as const

/** How long the chain runs; the last three minutes only wait for what must be notified. */
const MINUTES = 10
const MINUTES_MIN = 4

export const USAGE = `npm run prove -- kills|powercuts|contract|packages|chain|status [options]

  kills       kill -9 of the real service at random moments under load, again and again on what it left
  powercuts   the power fails at random moments: the service starts on what the disk would have
  contract    schemathesis (Python, installed in an environment of its own) holds a real service against its OpenAPI documents
  packages    makes the packages of this release and of a newer one, installs each as its users do, upgrades and removes it; what
              takes tools or rights that this machine lacks is left out, and named
  chain       real Prometheus replicas and a real Alertmanager, restarted while their rules flap, beside what a receiver of ours is told
  status      how far it is in the folder, and what broke

  --engine sqlite|postgres   only this one
  --count N                  so many of each engine in all; ${COUNTS.kills.sqlite} kills; ${COUNTS.powercuts.sqlite} power cuts on SQLite, ${COUNTS.powercuts.postgres} on PostgreSQL;
                             ${CONTRACT_REQUESTS} requests for the contract
  --folder PATH              where the findings are kept, a line of JSON each; default ${FOLDER}
  --background               goes on by itself, with its words in the folder
  --minutes N                how long the chain runs; 10 unless given, at least 4
  --short                    the chain in two minutes, without what has to be waited for longer
  --replay PATH --seed N     one power cut on SQLite again, with a trace that was kept because of it
  --seed N                   of the contract's first round, and of the chain's flapping

The same command again goes on behind the last finding, but for the contract. It exits with 1 if a promise broke, of all findings in the folder, and with 3
if schemathesis cannot be installed; what is
needed to look into that is kept there. A new count begins in a new folder.

What it holds against docs/promises.md, after each kill and each cut: nothing acknowledged is lost; the changes of each alert reach
each webhook in their order, none before the one before it has ended, none again behind a newer one; each delivery has one webhook-id
and no other has it. After a kill, only what was under way is made again. The database is whole, and everything comes to its end.

Kills also find silences that begin and end, for a webhook in mode current_state: nothing leaves within a silence that somebody was told of, and
when the last one is over, its receiver knows the state of each alert.

What a power cut is here:

  SQLite       strace (Debian's package) writes down each write, truncation, flush, creation and removal of the database's files by
               a real service under load. The files are rebuilt as of a random moment: what was flushed, and of the rest what
               chance lets through, whole writes or single sectors of 512 bytes, in any order between two flushes. A sector is
               never half written, and a disk that lies about its flushes is not simulated.
  PostgreSQL   half of them are of the whole machine: service and server die, and its log is cut where the server itself says that
               it has been flushed. Pages of data need nothing more, for they are written at checkpoints only; torn pages are not simulated
               (full_page_writes is PostgreSQL's own answer to these). The other half are of the server alone, stopped at once: it
               loses what it had not yet written of its log, and the service lives on.
`

export interface Settings {
  readonly command: What | 'contract' | 'packages' | 'chain' | 'status'
  readonly proofs: readonly Proof[]
  readonly countOf: (proof: Proof) => number
  readonly folder: string
  readonly isBackground: boolean
  readonly contract: { readonly count: number; readonly seed: number }
  readonly chain: { readonly minutes: number; readonly seed: number; readonly isShort: boolean }
  readonly replay: { readonly folder: string; readonly seed: number } | undefined
}

/** Throws an Error whose message says what is wrong. */
export function readSettings(args: readonly string[]): Settings {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      engine: { type: 'string' },
      count: { type: 'string' },
      folder: { type: 'string', default: FOLDER },
      background: { type: 'boolean', default: false },
      replay: { type: 'string' },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      short: { type: 'boolean', default: false },
    },
  })
  const [word = '', ...others] = positionals
  const command = [...WHATS, ...WITHOUT_FOLDER, 'status' as const].find((name) => name === word)
  if (!command || others.length > 0)
    throw new Error('say kills, powercuts, contract, packages, chain or status')
  const engines = readEngines(values.engine)
  const count = values.count === undefined ? undefined : wholeNumber('--count', values.count)
  const seed = values.seed === undefined ? undefined : wholeNumber('--seed', values.seed)
  const minutes = values.minutes === undefined ? MINUTES : wholeNumber('--minutes', values.minutes)
  if (minutes < MINUTES_MIN) throw new Error(`--minutes must be at least ${MINUTES_MIN}`)
  if (
    !WITHOUT_FOLDER.some((name) => name === command) &&
    (values.replay === undefined) !== (seed === undefined)
  )
    throw new Error('--replay and --seed belong together')
  return {
    command,
    proofs: WHATS.filter((what) => command === 'status' || what === command).flatMap((what) =>
      engines.map((engine) => ({ what, engine })),
    ),
    countOf: ({ what, engine }) => count ?? COUNTS[what][engine],
    folder: values.folder,
    isBackground: values.background,
    replay: values.replay === undefined ? undefined : { folder: values.replay, seed: seed ?? 1 },
    chain: { minutes, seed: seed ?? 1, isShort: values.short },
    contract: { count: count ?? CONTRACT_REQUESTS, seed: seed ?? 1 },
  }
}
