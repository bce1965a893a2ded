// `npm run check:quick`: what tells of most mistakes within moments.
import { QUICK, runSteps } from './steps.ts'

await runSteps(QUICK)
