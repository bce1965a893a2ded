// `npm run check`: everything that is fast. The same steps, in the same order, run first in `npm test`.
import { runSteps, steps } from './steps.mjs'

await runSteps([steps.format, steps.lint, steps.types, steps.consoleTypes, steps.unitTests, steps.widerTests])
