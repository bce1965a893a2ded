const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Programs on Windows write it and name no charset. Every sequence of bytes is a text in it. */
const USUAL_CHARSET = 'windows-1252'

export interface DecodedText {
  readonly text: string
  /** The charset by which the bytes were read; undefined: they are UTF-8. */
  readonly charset: string | undefined
}

/** Reads bytes as UTF-8, or else by the named charset, or else as windows-1252. Never throws. */
export function decodeText(bytes: Uint8Array, named: string | undefined): DecodedText {
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text, charset: undefined }
  const decoder = decoderOf(named)
  return { text: decoder.decode(bytes), charset: decoder.encoding }
}

/** Returns undefined for bytes that are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Warns the sender how its text was read; each alert of the body shows it. */
export function encodingWarning(charset: string): string {
  return `The report is not in UTF-8 and was read as ${charset}; let its sender write UTF-8, or name its charset in Content-Type.`
}

function decoderOf(named: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    // A sender may name UTF-8 and send something else.
    const decoder = new TextDecoder(named ?? USUAL_CHARSET)
    return decoder.encoding === 'utf-8' ? new TextDecoder(USUAL_CHARSET) : decoder
  } catch {
    return new TextDecoder(USUAL_CHARSET)
  }
}
