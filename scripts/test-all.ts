// `npm run test:all`: what `npm test` runs, and what takes long beside what it holds (`ONLY_IN_ALL`); `.ci/run` calls it.
import { runSteps, steps } from './steps.ts'

process.env['TOCSIN_TEST_KILLS'] ??= '20'
await runSteps(Object.values(steps), { minutes: 19, usual: (jobs) => jobs })
