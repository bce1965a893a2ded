import type { Command } from 'commander'
import type { CliContext } from './program/context.ts'
import { createRootCommand, speakThrough } from './program/root-command.ts'
import { defineServe } from './service/serve.ts'

/**
 * The command line of which only `serve` is wanted: a service that runs for months does not hold all the other commands
 * in memory (6 MB).
 */
export function createServeProgram(context: CliContext): Command {
  return speakThrough(createRootCommand().addCommand(defineServe(context)), context)
}
