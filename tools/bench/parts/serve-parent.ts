/** The methods of a process of the bench; each takes one value that survives JSON, and returns one. */
export type Methods = Readonly<Record<string, (given: never) => unknown>>

export interface Question {
  readonly id: number
  readonly method: string
  readonly given: unknown
}

export type Message =
  | { readonly id: number; readonly response: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly news: unknown }

/** Serves the calls of the bench, for as long as it is there. */
export function serveParent(methods: Methods): void {
  const response = async ({ id, method, given }: Question): Promise<Message> => {
    try {
      // A message is what `Part.ask` took, whose types are those of the methods.
      return { id, response: await methods[method]?.(given as never) }
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  process.on('message', (question: Question) => void response(question).then(send))
  // The bench that asked for it is gone.
  process.on('disconnect', () => process.exit())
  // Ctrl-C reaches the whole group; the bench decides when a part ends.
  process.on('SIGINT', () => undefined)
}

/** Sends the parent a message that it did not ask for. */
export function sendParent(news: unknown): void {
  send({ news })
}

function send(message: Message): void {
  if (process.connected) process.send?.(message)
}
