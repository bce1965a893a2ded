// `npm run screenshots`: the pictures in docs/figures, from the real service with sample data.
import { takeConsole } from './console.ts'
import { takeExplanation } from './explanation.ts'
import { noteDigests } from './figures.ts'
import { takeMessages } from './messages.ts'

await takeMessages()
await takeConsole()
await takeExplanation()
noteDigests()
