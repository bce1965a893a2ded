// `npm run check:quick`: finds most mistakes within moments.
import { QUICK, runSteps } from './steps.ts'

await runSteps(QUICK)
