import { spawn, type ChildProcess } from 'node:child_process'

/** Ends by itself when the process that started it is gone, however that came about, and before it had begun. */
const LOOP = `
const parent = Number(process.argv[1])
while (process.ppid === parent) {
  const checkAt = Date.now() + 200
  while (Date.now() < checkAt);
}`

/** Keeps processors busy beside the tests: what fails then waits for a time, not for a condition. */
export class BusyLoops {
  readonly #children: readonly ChildProcess[]

  constructor(count: number) {
    this.#children = Array.from({ length: count }, () =>
      spawn(process.execPath, ['--eval', LOOP, String(process.pid)], { stdio: 'ignore' }),
    )
  }

  get pids(): readonly number[] {
    return this.#children.flatMap(({ pid }) => pid ?? [])
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }
}
