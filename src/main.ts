import { runCli } from './cli/run-cli.ts'
import { systemContext } from './cli/program/system-context.ts'
import { environment } from './config/config.ts'

// `process.exit` would cut off pending output to a pipe.
process.exitCode = await runCli(process.argv.slice(2), systemContext(environment))
