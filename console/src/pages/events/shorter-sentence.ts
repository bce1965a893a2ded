interface Named {
  readonly id: number
  readonly name: string | null
}

/** A sentence of the service without the webhook that it begins with, for where that one stands above it already. */
export function shorterSentence(sentence: string, { id, name }: Named): string {
  const beginning = `Webhook ${id} "${name}" `
  if (name === null || !sentence.startsWith(beginning)) return sentence
  const rest = sentence.slice(beginning.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
