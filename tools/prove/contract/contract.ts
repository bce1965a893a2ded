import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVICE_TOKEN, startService, type Service } from '../../../test/support/app/service.ts'
import type { Cleanup } from '../../bench/cleanup.ts'

/** The release of schemathesis, which makes requests by an OpenAPI document and checks the responses. */
const VERSION = '4.32.5'
const root = join(import.meta.dirname, '../../..')
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]
const DOCUMENTS = ['v1', 'v15', 'v6'] as const
type Document = (typeof DOCUMENTS)[number]
/** Limit of requests for each operation in one round. */
const EXAMPLES = { v1: 60, v15: 200, v6: 200 } as const
/** Limit of one round of one document. A slow machine needs more rounds. */
const ROUND_SECONDS = 90

export interface ContractDeps {
  /** Requests to make, at least. */
  readonly count: number
  /** Seed of the first round; each round after it has the next number. */
  readonly seed: number
  /** Folder for the reports of rounds that found something. */
  readonly folder: string
  readonly cleanup: Cleanup
  readonly say: (line: string) => void
}

/** `no tool`: schemathesis could not be installed. */
export type ContractEnd = 'kept' | 'broken' | 'no tool'

/**
 * Checks a real service against its OpenAPI documents with a tool that others wrote: no server error, and no
 * status, header, content type or body that is not declared. The webhooks that it creates may call nobody.
 */
export async function proveContract({
  count,
  seed,
  folder,
  cleanup,
  say,
}: ContractDeps): Promise<ContractEnd> {
  mkdirSync(folder, { recursive: true })
  let program: string
  try {
    program = await install({ say, cleanup })
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return 'no tool'
  }
  const place = await mkdtemp(join(tmpdir(), 'tocsin-contract-'))
  cleanup.add(() => rm(place, { recursive: true, force: true }))
  const service = await startService({ folder: place, settings: { TOCSIN_DENY_TARGETS: '0.0.0.0/0,::/0' } })
  cleanup.add(() => service.stop().then(() => undefined))
  // A token that was right once is not shut out by the wrong ones that the tool makes up.
  await service.request('GET', '/v1/webhooks')
  let total = 0
  for (let round = seed; total < count; round += 1) {
    const ended = await Promise.all(
      DOCUMENTS.map((document) => hold(document, { program, service, round, folder, cleanup })),
    )
    for (const { generated } of ended) total += generated
    const words = ended.map(({ document, generated }) => `${document} ${generated}`)
    say(`seed ${round}: ${words.join(', ')} requests; ${total} of ${count}`)
    for (const { broken } of ended) if (broken !== '') say(`BROKEN ${broken}`)
    if (ended.some(({ broken }) => broken !== '')) return 'broken'
  }
  const isError = (line: string) => line.startsWith('{"level":"error"')
  const errors = service.output().split('\n').filter(isError)
  for (const line of errors) say(`BROKEN the service had an error of its own: ${line}`)
  return errors.length === 0 ? 'kept' : 'broken'
}

interface Round {
  readonly program: string
  readonly service: Service
  readonly round: number
  readonly folder: string
  readonly cleanup: Cleanup
}

/** Runs one round of one document. `broken` is the report of the tool if it found something, else empty. */
async function hold(document: Document, { program, service, round, folder, cleanup }: Round) {
  const { code, text } = await run(program, argumentsOf(service, document, round), { folder, cleanup })
  const generated = Number(/(\d+) generated/.exec(text)?.[1] ?? 0)
  if (code === 0 && generated > 0) return { document, generated, broken: '' }
  const report = join(folder, `contract-${document}-${round}.log`)
  writeFileSync(report, text)
  return { document, generated, broken: `${document}: see ${report}\n${text}` }
}

/** Installs schemathesis in a virtual environment, which the next run uses again; returns its program. */
async function install({ say, cleanup }: Pick<ContractDeps, 'say' | 'cleanup'>): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'tocsin-ci')
  const place = join(cache, `schemathesis-${VERSION}`)
  const [program, mark] = [join(place, 'bin', 'schemathesis'), join(place, 'whole')]
  if (existsSync(mark)) return program
  say(`Installing schemathesis ${VERSION} …`)
  rmSync(place, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  const within = { folder: cache, cleanup }
  await succeed('python3', ['-m', 'venv', place], within)
  await succeed(join(place, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`], within)
  writeFileSync(`${mark}.new`, '')
  renameSync(`${mark}.new`, mark)
  return program
}

function argumentsOf(
  service: Service,
  document: (typeof DOCUMENTS)[number],
  seed: number,
): readonly string[] {
  return [
    'run',
    join(root, 'openapi', `${document}.json`),
    `--url=${new URL(service.url).origin}`,
    `--header=X-Auth-Token: ${SERVICE_TOKEN}`,
    `--header=Authorization: Bearer ${SERVICE_TOKEN}`,
    `--checks=${CHECKS.join(',')}`,
    // Threads of it get in the way of each other, and shrinking takes more requests than are counted.
    '--workers=1',
    '--no-shrink',
    '--continue-on-failure',
    '--suppress-health-check=all',
    `--phases=${document === 'v1' ? 'fuzzing' : 'coverage,fuzzing,stateful'}`,
    `--max-examples=${EXAMPLES[document]}`,
    `--max-time=${ROUND_SECONDS}`,
    `--seed=${seed}`,
    '--warnings=off',
  ]
}

async function succeed(program: string, args: readonly string[], within: Within): Promise<void> {
  const { code, text } = await run(program, args, within)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${text}`)
}

interface Within {
  readonly folder: string
  readonly cleanup: Cleanup
}

interface Ended {
  readonly code: number | null
  readonly text: string
}

/** Runs a program, which `cleanup` ends. Rejects if the program does not exist. */
async function run(program: string, args: readonly string[], { folder, cleanup }: Within): Promise<Ended> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const forget = cleanup.add(() => void child.kill())
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stderr.on('data', (part: Buffer) => parts.push(part))
  const [code] = (await once(child, 'close')) as [number | null]
  forget()
  return { code, text: Buffer.concat(parts).toString('utf8') }
}
