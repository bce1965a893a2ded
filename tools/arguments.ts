import { ENGINE_NAMES, type EngineName } from './engine-names.ts'

/**
 * Reads the arguments of a tool. Without settings the tool has nothing more to do: its usage was asked for, or an
 * argument is wrong, which is said on stderr and by exit code 2.
 */
export function readArguments<Settings>(
  args: readonly string[],
  { usage, read }: { readonly usage: string; readonly read: (args: readonly string[]) => Settings },
): Settings | undefined {
  if (args.includes('--help')) {
    process.stdout.write(usage)
    return undefined
  }
  try {
    return read(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exitCode = 2
    return undefined
  }
}

/** Reads the value of `--engine`: one of them, or both. Throws for another one. */
export function readEngines(text = 'both'): readonly EngineName[] {
  if (text === 'both') return ENGINE_NAMES
  const engine = ENGINE_NAMES.find((name) => name === text)
  if (!engine) throw new Error(`--engine must be sqlite, postgres or both, not "${text}"`)
  return [engine]
}

/** Reads a number above 0. Throws for other text. */
export function positive(option: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`${option} must be a number above 0, not "${text}"`)
  return value
}

/** Reads a whole number above 0. Throws for other text. */
export function wholeNumber(option: string, text: string): number {
  const value = positive(option, text)
  if (!Number.isSafeInteger(value)) throw new Error(`${option} must be a whole number, not "${text}"`)
  return value
}
