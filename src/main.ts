import { runCli } from './cli/run-cli.ts'
import { systemContext } from './cli/program/system-context.ts'
import { environment } from './config/config.ts'

// The code is set, not forced: what is still being written to a pipe is written.
process.exitCode = await runCli(process.argv.slice(2), systemContext(environment))
