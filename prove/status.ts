import { Findings, type Finding, type Proof } from './findings.ts'
import { runningIn } from './lock-folder.ts'
import type { Settings } from './settings.ts'

const TITLE_OF = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const NOUN_OF = { kills: 'kills', powercuts: 'power cuts' } as const

export const NAME_OF = ({ what, engine }: Proof): string => `${NOUN_OF[what]} on ${TITLE_OF[engine]}`

/** How far it is, and everything that broke. */
export function describeStatus({ folder, proofs, countOf }: Settings): string {
  const pid = runningIn(folder)
  const lines = proofs.flatMap((proof) =>
    describeProof(proof, new Findings(folder, proof).read(), countOf(proof)),
  )
  const running = pid === undefined || pid === process.pid ? [] : [`process ${pid} goes on with it`]
  return `${[...lines, ...running].join('\n')}\n`
}

function describeProof(proof: Proof, findings: readonly Finding[], count: number): readonly string[] {
  const sum = (read: (finding: Finding) => number) =>
    findings.reduce((total, finding) => total + read(finding), 0)
  const broken = findings.filter((finding) => finding.broken.length > 0)
  const most = Math.max(0, ...findings.map(({ repeated }) => repeated))
  return [
    `${NAME_OF(proof)}: ${findings.length} of ${count}, ${broken.length} broke a promise; ` +
      `${sum(({ acknowledged }) => acknowledged)} reports acknowledged, ${sum(({ heard }) => heard)} requests heard, ` +
      `${sum(({ repeated }) => repeated)} made again though accepted (at most ${most} at once)`,
    ...broken.flatMap(({ seed, kind, broken: sentences, kept }) => [
      `  seed ${seed}, ${kind}: ${sentences[0]}${sentences.length > 1 ? `, and ${sentences.length - 1} more` : ''}`,
      ...(kept === undefined ? [] : [`    kept in ${kept}`]),
    ]),
  ]
}
