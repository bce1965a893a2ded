import { PLANS } from '../planted-bugs.ts'
import type { RunResult } from '../run.ts'

const LINES_SHOWN = 30

/** The seed, the step, the promise, what happened last, and how to see it all again. */
export function describeFailure({ seed, engine, plan, step, broken, lines }: RunResult): string {
  const name = Object.keys(PLANS).find((one) => PLANS[one]?.actions === plan.actions)
  const options = [
    ...(engine === 'sqlite' ? [] : ['--engine', engine]),
    ...(name === undefined ? [] : ['--plan', name]),
    '--steps',
    plan.stepCount,
  ]
  return [
    `seed ${seed}, step ${step}: broken promise: ${broken?.message ?? 'none'}`,
    ...lines.slice(-LINES_SHOWN).map((line) => `  ${line}`),
    `  the whole trace: npm run sim -- --seed ${seed} ${options.join(' ')}`,
  ].join('\n')
}
