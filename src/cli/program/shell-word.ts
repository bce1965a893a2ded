/** Returns a word for the shell, quoted where it has to be. */
export function shellWord(word: string): string {
  return /^[\w=:/.,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
