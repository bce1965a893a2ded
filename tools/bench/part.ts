import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import type { Message, Question, Methods } from './parts/serve-parent.ts'

interface Waiting {
  readonly resolve: (response: never) => void
  readonly reject: (error: Error) => void
}

/** A part of the bench in a process of its own: questions to it, results from it, and news that nobody asked for. */
export class Part<Asked extends Methods> {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  readonly #forget: () => void
  #lastId = 0
  #listener: ((news: unknown) => void) | undefined

  constructor(name: string, cleanup: Cleanup) {
    this.#child = fork(join(import.meta.dirname, 'parts', `${name}.ts`))
    this.#forget = cleanup.add(() => void this.#child.kill('SIGKILL'))
    this.#child.on('message', (message: Message) => this.#take(message))
    this.#child.on('exit', () => {
      this.#forget()
      // Results will not come any more.
      for (const { reject } of this.#waiting.values()) reject(new Error(`the ${name} of the bench has ended`))
      this.#waiting.clear()
    })
  }

  ask<Method extends keyof Asked & string>(
    method: Method,
    given: Parameters<Asked[Method]>[0],
  ): Promise<Awaited<ReturnType<Asked[Method]>>> {
    this.#lastId += 1
    const question: Question = { id: this.#lastId, method, given }
    return new Promise((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject })
      this.#child.send(question)
    })
  }

  /** Sets the one listener; undefined: nobody. */
  listen(listener: ((news: unknown) => void) | undefined): void {
    this.#listener = listener
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }

  #take(message: Message): void {
    if ('news' in message) {
      this.#listener?.(message.news)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if ('error' in message) waiting?.reject(new Error(message.error))
    else waiting?.resolve(message.response as never)
  }
}
