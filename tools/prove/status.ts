import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, Findings, type Proof } from './findings.ts'
import type { Settings } from './settings.ts'

const TITLE_OF = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const NOUN_OF = { kills: 'kills', powercuts: 'power cuts' } as const

export const NAME_OF = ({ what, engine }: Proof): string => `${NOUN_OF[what]} on ${TITLE_OF[engine]}`

/** How far it is, and everything that broke. */
export function describeStatus({ folder, proofs, countOf }: Settings): {
  readonly text: string
  readonly brokenCount: number
} {
  const read = proofs.map((proof) => ({ proof, findings: new Findings(folder, proof).read() }))
  const lines = read.flatMap(({ proof, findings }) => describeProof(proof, findings, countOf(proof)))
  const pid = runningIn(folder)
  const running = pid === undefined || pid === process.pid ? [] : [`process ${pid} goes on with it`]
  return {
    text: `${[...lines, ...running].join('\n')}\n`,
    brokenCount: read.flatMap(({ findings }) => findings).filter(isBroken).length,
  }
}

function describeProof(proof: Proof, findings: readonly Finding[], count: number): readonly string[] {
  const sum = (read: (finding: Finding) => number) =>
    findings.reduce((total, finding) => total + read(finding), 0)
  const broken = findings.filter(isBroken)
  const most = Math.max(0, ...findings.map(({ repeated }) => repeated))
  return [
    `${NAME_OF(proof)}: ${findings.length} of ${count}, ${broken.length} broke a promise; ` +
      `held against ${sum(({ acknowledged }) => acknowledged)} acknowledged reports and ${sum(({ received }) => received)} requests; ` +
      `${sum(({ repeated }) => repeated)} came again though accepted (at most ${most} at once)`,
    ...broken.flatMap(({ seed, kind, broken: sentences, kept }) => [
      `  seed ${seed}, ${kind}: ${sentences[0]}${sentences.length > 1 ? `, and ${sentences.length - 1} more` : ''}`,
      ...(kept === undefined ? [] : [`    kept in ${kept}`]),
    ]),
  ]
}

function isBroken({ broken }: Finding): boolean {
  return broken.length > 0
}

const FILE = 'running.pid'

/**
 * Two that prove in one folder would count each other's findings. Throws if somebody does; returns a function that
 * lets go.
 */
export function lockFolder(folder: string): () => void {
  requireFree(folder)
  writeFileSync(join(folder, FILE), String(process.pid))
  return () => rmSync(join(folder, FILE), { force: true })
}

/** Makes it if it is missing, and throws if somebody proves there. */
export function requireFree(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const pid = runningIn(folder)
  if (pid !== undefined) throw new Error(`process ${pid} proves in ${folder} already`)
}

/** The process that proves there now. */
function runningIn(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, FILE), 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
