import { asObjects, asText, type JsonObject } from '../view/json-value.ts'

/** The command that adds a webhook for a receiver, with the examples of what it must be given, or mostly is. */
export function addCommandLine(receiver: JsonObject): string {
  const fields = asObjects(receiver['fields'])
    .filter(({ required, usual }) => required === true || usual === true)
    .map(({ name, example }) => `--field ${quoted(`${asText(name)}=${asText(example)}`)}`)
  return ['tocsin webhook add', `--template ${asText(receiver['id'])}`, ...fields].join(' ')
}

/** One word of a shell, whatever is in it. */
function quoted(word: string): string {
  return /^[\w=:/.,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
