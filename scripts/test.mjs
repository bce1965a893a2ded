// `npm test`: what `npm run check` does, then the tests that start whole processes.
import { runSteps, steps } from './steps.mjs'

await runSteps([
  steps.format,
  steps.lint,
  steps.types,
  steps.consoleTypes,
  steps.unitTests,
  steps.widerTests,
  steps.consoleTests,
  steps.apiOnPostgres,
  steps.longTests,
])
