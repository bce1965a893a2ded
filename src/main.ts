import { runCli } from './cli/run-cli.ts'
import { systemContext } from './cli/program/system-context.ts'
import { environment } from './config/config.ts'

// Not `process.exit`: pending output to a pipe is still written.
process.exitCode = await runCli(process.argv.slice(2), systemContext(environment))
