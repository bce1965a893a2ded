// `npm run check:quick`: what tells of most mistakes within moments.
import { runSteps, steps } from './steps.ts'

const { format, lint, types, unitTests, architecture } = steps

await runSteps([format, lint, types, unitTests, architecture])
