const utf8 = new TextDecoder('utf-8', { fatal: true })

/** What programs on Windows write who say nothing of it; every sequence of bytes is a text in it. */
const USUAL_CHARSET = 'windows-1252'

export interface DecodedText {
  readonly text: string
  /** What it was read as, because it is no UTF-8; undefined: it is. */
  readonly charset: string | undefined
}

/** The text of these bytes: UTF-8, or else in the charset that is named, or else in windows-1252. Never throws. */
export function decodeText(bytes: Uint8Array, named: string | undefined): DecodedText {
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text, charset: undefined }
  const decoder = decoderOf(named)
  return { text: decoder.decode(bytes), charset: decoder.encoding }
}

/** Undefined: it is no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** The parameter of a `Content-Type` (RFC 9110, section 8.3.2). */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:+-]+)/i.exec(contentType ?? '')?.[1]
}

/** What its sender should know: shown on each alert of the body. */
export function encodingWarning(charset: string): string {
  return `The report is not in UTF-8 and was read as ${charset}; let its sender write UTF-8, or name its charset in Content-Type.`
}

function decoderOf(named: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    // UTF-8 is what it is not.
    const decoder = new TextDecoder(named ?? USUAL_CHARSET)
    return decoder.encoding === 'utf-8' ? new TextDecoder(USUAL_CHARSET) : decoder
  } catch {
    return new TextDecoder(USUAL_CHARSET)
  }
}
