/** How much one definition may hold (design, section 4). Characters are Unicode code points, bytes those of UTF-8. */
export const HEADERS_MAX = 64
export const NAME_CHARACTERS_MAX = 255
export const URL_CHARACTERS_MAX = 8192
export const METHOD_CHARACTERS_MAX = 32
export const HEADER_KEY_CHARACTERS_MAX = 256
export const HEADER_VALUE_BYTES_MAX = 8 * 1024
export const TEMPLATE_BYTES_MAX = 256 * 1024
export const DESCRIPTION_CHARACTERS_MAX = 2000
/** The same span as the server's own setting has. */
export const TIMEOUT_MS_MIN = 100
export const TIMEOUT_MS_MAX = 300_000
export const CONCURRENCY_MAX = 1000
/** The same as the server's own setting may be. */
export const ANSWER_BYTES_MAX = 1024 ** 2
