import {
  response,
  responseAndClose,
  responseAndReset,
  responseWithoutEnd,
  onRequests,
  type Behaviour,
} from '../support/network/raw-receiver.ts'

/** A receiver that misbehaves, and what the attempt must say of it. */
export type HostileCase = readonly [name: string, behave: Behaviour, reason: RegExp]

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
const MANY_LINES = 'X-A: 1\r\n'.repeat(1_000)
const MUCH = 'x'.repeat(65_536)

/** The time limit of the webhooks of those that are slow or endless. */
export const TIMEOUT_MS = 5_000
const NO_RESPONSE = /^no response within 5 s$/
const NO_HEADERS = /^the headers of the response did not end within 5 s$/
const NO_END = /^the response did not end within 5 s \(after the headers of an HTTP 200\)$/
const TOO_LARGE = /^the headers of the response are larger than 16 KiB/
const RESET = /^the connection was reset|^the connection was closed/
const CLOSED = /^the connection was closed before the response was complete$/
const CLOSED_IN_BODY =
  /^the connection was closed before the response was complete \(after the headers of an HTTP 200\)$/

/** They take their time, or never end. */
export const SLOW_OR_ENDLESS: readonly HostileCase[] = [
  ['accepts the connection and never reads', () => undefined, NO_RESPONSE],
  ['reads and never answers', response(''), NO_RESPONSE],
  ['sends its headers a byte at a time', drip(`${OK}Content-Length: 2\r\n\r\nok`, 200), NO_HEADERS],
  ['sends header lines without end, slowly', responseWithoutEnd(OK, 'X-A: 1\r\n', 20), NO_HEADERS],
  ['sends header lines without end, fast', responseWithoutEnd(OK, MANY_LINES), TOO_LARGE],
  ['sends a header value without end', responseWithoutEnd(`${OK}X-A: `, MUCH), TOO_LARGE],
  ['sends a header name without end', responseWithoutEnd(OK, MUCH), TOO_LARGE],
  ['sends trailers without end', responseWithoutEnd(`${CHUNKED}0\r\n`, MANY_LINES), TOO_LARGE],
  ['sends a reason phrase without end', responseWithoutEnd('HTTP/1.1 200 ', MUCH), NO_HEADERS],
  ['sends empty lines without end', responseWithoutEnd('', '\r\n'.repeat(30_000)), NO_RESPONSE],
  ['sends a chunk extension without end', responseWithoutEnd(`${CHUNKED}5;`, MUCH), NO_END],
  ['drips its body', responseWithoutEnd(`${OK}Content-Length: 10000\r\n\r\n`, 'x', 20), NO_END],
  ['drips chunks', responseWithoutEnd(CHUNKED, '1\r\nx\r\n', 20), NO_END],
  ['announces more than it sends, and stays', response(`${OK}Content-Length: 10\r\n\r\nhalf`), NO_END],
  ['does not end a body that only closing ends', response('HTTP/1.0 200 OK\r\n\r\nok'), NO_END],
  ['sends a body without end in chunks', responseWithoutEnd(CHUNKED, `10000\r\n${MUCH}\r\n`), /^HTTP 200$/],
  [
    'sends chunks of a byte without end',
    responseWithoutEnd(CHUNKED, '1\r\nx\r\n'.repeat(1_000)),
    /^HTTP 200$/,
  ],
  ['sends a body without end or length', responseWithoutEnd(`${OK}\r\n`, MUCH), /^HTTP 200$/],
  [
    'sends a body of a terabyte',
    responseWithoutEnd(`${OK}Content-Length: 1099511627776\r\n\r\n`, MUCH),
    /^HTTP 200$/,
  ],
  [
    'says 102 again and again, slowly',
    responseWithoutEnd('HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n', 400),
    /^no final response within 5 s, only interim ones$/,
  ],
  [
    'says 103 without end, fast',
    responseWithoutEnd('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1_000)),
    /^more than 20 interim responses \(HTTP 103\) and no final one$/,
  ],
  [
    'says 100 without end',
    responseWithoutEnd('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)),
    /^more than 20 interim responses \(HTTP 102\) and no final one$/,
  ],
]

/** They break off, at each stage there is: by a reset, and by closing in order. */
export const BROKEN_OFF: readonly HostileCase[] = [
  ['resets the connection at once', (socket) => void socket.resetAndDestroy(), RESET],
  ['closes the connection at once', (socket) => void socket.end(), RESET],
  ['closes the connection at once, whole', (socket) => void socket.destroy(), RESET],
  [
    'resets while it reads the request',
    (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    RESET,
  ],
  ['resets after the request', responseAndReset(''), RESET],
  ['resets in the status line', responseAndReset('HTTP/1.'), RESET],
  ['resets in the headers', responseAndReset(`${OK}X-A: 1\r\n`), RESET],
  [
    'resets in the body',
    responseAndReset(`${OK}Content-Length: 10\r\n\r\nhalf`),
    /^the connection was reset.* \(after the headers of an HTTP 200\)$/,
  ],
  ['closes after the request', responseAndClose(''), CLOSED],
  ['closes in the status line', responseAndClose('HTTP/1.'), CLOSED],
  ['closes in the headers', responseAndClose(`${OK}X-A: 1\r\n`), CLOSED],
  ['closes in the body', responseAndClose(`${OK}Content-Length: 10\r\n\r\nhalf`), CLOSED_IN_BODY],
  [
    'closes in the body, as it had announced',
    responseAndClose(`${OK}Connection: close\r\nContent-Length: 10\r\n\r\nhalf`),
    /^the response ended before its announced length \(after the headers of an HTTP 200\)$/,
  ],
  ['closes in a chunk', responseAndClose(`${CHUNKED}a\r\nhalf`), CLOSED_IN_BODY],
  ['closes before the last chunk', responseAndClose(`${CHUNKED}4\r\nhalf\r\n`), CLOSED_IN_BODY],
]

function drip(bytes: string, everyMs: number): Behaviour {
  return (socket) =>
    onRequests(socket, () => {
      let at = 0
      const next = () => {
        socket.write(bytes.charAt(at))
        at += 1
      }
      next()
      const timer = setInterval(next, everyMs)
      socket.on('close', () => clearInterval(timer))
    })
}
