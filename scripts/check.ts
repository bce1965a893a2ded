// `npm run check`: everything that is fast.
import { runSteps, steps } from './steps.ts'

const { format, words, lint, types, consoleTypes, unitTests, architecture, widerTests } = steps

await runSteps([format, words, lint, types, consoleTypes, unitTests, architecture, widerTests])
