// `npm run test:all`: what `npm test` runs, and what takes long beside what it holds (`ONLY_IN_ALL`); `.ci/run` calls it.
import { runSteps, steps } from './steps.ts'

await runSteps(Object.values(steps), { minutes: 19, usual: (jobs) => jobs })
