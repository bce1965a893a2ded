import type { RunResult } from '../run.ts'

const LINES_SHOWN = 30

/** The seed, the step, the promise, what happened last, and how to see it all again. */
export function describeFailure({ seed, engine, step, broken, lines }: RunResult): string {
  return [
    `seed ${seed}, step ${step}: broken promise: ${broken?.message ?? 'none'}`,
    ...lines.slice(-LINES_SHOWN).map((line) => `  ${line}`),
    `  the whole trace: npm run sim -- --seed ${seed}${engine === 'sqlite' ? '' : ` --engine ${engine}`}`,
  ].join('\n')
}
