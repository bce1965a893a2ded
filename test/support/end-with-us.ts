import { spawn, type ChildProcess } from 'node:child_process'

/** Ends what `$2` names as soon as its input closes: when whoever started it is no more, however that came about. */
const GUARD = 'cat; kill -s "$1" -- "$2"'

/**
 * Ends a program that tests have started when this process ends, also by a signal that leaves it no time, as `kill -9`.
 * `isGroup`: the program leads a group of its own, which ends as a whole.
 */
export function endWithUs(
  child: ChildProcess,
  {
    signal = 'KILL',
    isGroup = false,
  }: { readonly signal?: 'KILL' | 'QUIT'; readonly isGroup?: boolean } = {},
): void {
  // It could not be started.
  if (child.pid === undefined) return
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', signal, `${isGroup ? '-' : ''}${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Out of our group, which may be ended as a whole.
    detached: true,
  })
  guard.on('error', () => undefined)
  guard.unref()
  const { stdin } = guard as { readonly stdin: typeof guard.stdin & { unref?: () => void } }
  stdin.unref?.()
  // Its number may belong to somebody else from now on.
  child.once('exit', () => guard.kill('SIGKILL'))
}
