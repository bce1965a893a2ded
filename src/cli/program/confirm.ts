import { failure, usageError } from './cli-error.ts'
import type { Terminal } from './context.ts'

/** Throws if there is nobody to ask: a script says --yes. */
export function requirePerson({ isInteractive }: Terminal): void {
  if (!isInteractive) throw usageError('There is nobody to ask for a confirmation; confirm with --yes.')
}

/** Throws with `otherwise` unless the reply is yes. */
export async function confirm(terminal: Terminal, question: string, otherwise: string): Promise<void> {
  const typed = await terminal.ask(`${question} [y/N] `)
  if (!/^y(es)?$/i.test(typed.trim())) throw failure(otherwise)
}
