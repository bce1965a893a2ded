// `npm run test:all`: what `npm test` runs, and the tests that take long (`ONLY_IN_ALL`); `.ci/run` calls it.
import { runSteps, steps } from './steps.ts'

process.env['TOCSIN_TEST_KILLS'] ??= '20'
await runSteps(Object.values(steps), { minutes: 30, usual: (jobs) => jobs })
