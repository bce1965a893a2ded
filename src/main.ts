import { systemContext } from '../cli/program/system-context.ts'
import { runCli } from '../cli/run-cli.ts'
import { createProgramFor } from './commands/program.ts'
import { THIS_MACHINE } from './commands/this-machine.ts'
import { environment } from './config/config.ts'
import { systemClock } from './runtime/clock.ts'

const context = systemContext({ environment, clock: systemClock, machine: THIS_MACHINE })
// `process.exit` would cut off pending output to a pipe.
process.exitCode = await runCli(process.argv.slice(2), context, createProgramFor)
