import { createProgramFor } from '../../src/commands/program.ts'
import { THIS_MACHINE } from '../../src/commands/this-machine.ts'
import { systemClock, type Clock } from '../../src/runtime/clock.ts'
import { runCli, type ExitCode } from '../../cli/run-cli.ts'

export interface ToolOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly workingDirectory?: string
  readonly clock?: Clock
  /** What comes on stdin. */
  readonly input?: string
  /** Set: a person is there, who replies so. */
  readonly response?: string
  /** What happens in the world while they think about it. */
  readonly meanwhile?: () => Promise<unknown>
  /** Set: stdout is a screen of this width. */
  readonly columns?: number
  readonly hasColours?: boolean
  /** True: stderr is a screen, where a line may be drawn over. */
  readonly showsProgress?: boolean
  /** Fires like Ctrl-C. */
  readonly interrupt?: AbortSignal
  /** Both see what is written as it comes. */
  readonly onOut?: (text: string) => void
  readonly onErr?: (text: string) => void
}

export interface ToolRun {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
  /** stdout as JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses of any shape
  readonly json: any
}

/** Runs one command line of the real tool in this process, with a world of its own: no files of the user, no variables. */
export async function runTool(argv: readonly string[], options: ToolOptions = {}): Promise<ToolRun> {
  const written = { out: '', err: '' }
  const never = new AbortController().signal
  const world: Parameters<typeof runCli>[1] = {
    terminal: {
      out: (text) => {
        written.out += text
        options.onOut?.(text)
      },
      err: (text) => {
        written.err += text
        options.onErr?.(text)
      },
      columns: options.columns,
      hasColours: options.hasColours ?? false,
      isInteractive: options.response !== undefined,
      showsProgress: options.showsProgress ?? false,
      ask: async (question) => {
        written.err += question
        await options.meanwhile?.()
        return options.response ?? ''
      },
      readInput: async (bytesMax) => {
        const bytes = Buffer.from(options.input ?? '')
        return bytes.length > bytesMax ? undefined : bytes
      },
    },
    environment: { TOCSIN_CONFIG: '/nonexistent/tocsin.json', ...options.environment },
    clock: options.clock ?? systemClock,
    machine: THIS_MACHINE,
    workingDirectory: options.workingDirectory ?? '/nonexistent',
    untilInterrupted: () => options.interrupt ?? never,
  }
  const code = await runCli(argv, world, createProgramFor)
  return { ...written, code, json: parseJson(written.out) }
}

/** A command line as one would type it; no word may hold a blank. */
export function words(line: string): readonly string[] {
  return line.split(' ')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
