/** Reads the parameter `charset` of a Content-Type (RFC 9110, section 8.3.2), in lower case; undefined: it has none. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase()
}
