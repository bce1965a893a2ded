// `npm run check`: everything that is fast.
import { runSteps, steps } from './steps.ts'

const { format, lint, types, consoleTypes, unitTests, architecture, widerTests } = steps

await runSteps([format, lint, types, consoleTypes, unitTests, architecture, widerTests])
