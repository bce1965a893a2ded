// `npm test`: what `npm run check` does, then the tests in a browser, on PostgreSQL, and those that start processes.
import { runSteps, steps } from './steps.ts'

await runSteps(Object.values(steps), { minutes: 5, processorSecondsMax: 520 })
