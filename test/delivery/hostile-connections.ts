import {
  answer,
  answerAndClose,
  answerAndReset,
  answerWithoutEnd,
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
const NO_ANSWER = /^no answer within 5 s$/
const NO_HEADERS = /^the headers of the answer did not end within 5 s$/
const NO_END = /^the answer did not end within 5 s \(after the headers of an HTTP 200\)$/
const TOO_LARGE = /^the headers of the answer are larger than 16 KiB/
const RESET = /^the connection was reset|^the connection was closed/
const CLOSED = /^the connection was closed before the answer was complete$/
const CLOSED_IN_BODY =
  /^the connection was closed before the answer was complete \(after the headers of an HTTP 200\)$/

/** They take their time, or never end. */
export const SLOW_OR_ENDLESS: readonly HostileCase[] = [
  ['accepts the connection and never reads', () => undefined, NO_ANSWER],
  ['reads and never answers', answer(''), NO_ANSWER],
  ['sends its headers a byte at a time', drip(`${OK}Content-Length: 2\r\n\r\nok`, 200), NO_HEADERS],
  ['sends header lines without end, slowly', answerWithoutEnd(OK, 'X-A: 1\r\n', 20), NO_HEADERS],
  ['sends header lines without end, fast', answerWithoutEnd(OK, MANY_LINES), TOO_LARGE],
  ['sends a header value without end', answerWithoutEnd(`${OK}X-A: `, MUCH), TOO_LARGE],
  ['sends a header name without end', answerWithoutEnd(OK, MUCH), TOO_LARGE],
  ['sends trailers without end', answerWithoutEnd(`${CHUNKED}0\r\n`, MANY_LINES), TOO_LARGE],
  ['sends a reason phrase without end', answerWithoutEnd('HTTP/1.1 200 ', MUCH), NO_HEADERS],
  ['sends empty lines without end', answerWithoutEnd('', '\r\n'.repeat(30_000)), NO_ANSWER],
  ['sends a chunk extension without end', answerWithoutEnd(`${CHUNKED}5;`, MUCH), NO_END],
  ['drips its body', answerWithoutEnd(`${OK}Content-Length: 10000\r\n\r\n`, 'x', 20), NO_END],
  ['drips chunks', answerWithoutEnd(CHUNKED, '1\r\nx\r\n', 20), NO_END],
  ['announces more than it sends, and stays', answer(`${OK}Content-Length: 10\r\n\r\nhalf`), NO_END],
  ['does not end a body that only closing ends', answer('HTTP/1.0 200 OK\r\n\r\nok'), NO_END],
  ['sends a body without end in chunks', answerWithoutEnd(CHUNKED, `10000\r\n${MUCH}\r\n`), /^HTTP 200$/],
  ['sends chunks of a byte without end', answerWithoutEnd(CHUNKED, '1\r\nx\r\n'.repeat(1_000)), /^HTTP 200$/],
  ['sends a body without end or length', answerWithoutEnd(`${OK}\r\n`, MUCH), /^HTTP 200$/],
  [
    'sends a body of a terabyte',
    answerWithoutEnd(`${OK}Content-Length: 1099511627776\r\n\r\n`, MUCH),
    /^HTTP 200$/,
  ],
  [
    'says 102 again and again, slowly',
    answerWithoutEnd('HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 102 Processing\r\n\r\n', 400),
    /^no final answer within 5 s, only interim ones$/,
  ],
  [
    'says 103 without end, fast',
    answerWithoutEnd('', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(1_000)),
    /^more than 20 interim answers \(HTTP 103\) and no final one$/,
  ],
  [
    'says 100 without end',
    answerWithoutEnd('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)),
    /^more than 20 interim answers \(HTTP 102\) and no final one$/,
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
  ['resets after the request', answerAndReset(''), RESET],
  ['resets in the status line', answerAndReset('HTTP/1.'), RESET],
  ['resets in the headers', answerAndReset(`${OK}X-A: 1\r\n`), RESET],
  [
    'resets in the body',
    answerAndReset(`${OK}Content-Length: 10\r\n\r\nhalf`),
    /^the connection was reset.* \(after the headers of an HTTP 200\)$/,
  ],
  ['closes after the request', answerAndClose(''), CLOSED],
  ['closes in the status line', answerAndClose('HTTP/1.'), CLOSED],
  ['closes in the headers', answerAndClose(`${OK}X-A: 1\r\n`), CLOSED],
  ['closes in the body', answerAndClose(`${OK}Content-Length: 10\r\n\r\nhalf`), CLOSED_IN_BODY],
  [
    'closes in the body, as it had announced',
    answerAndClose(`${OK}Connection: close\r\nContent-Length: 10\r\n\r\nhalf`),
    /^the answer ended before its announced length \(after the headers of an HTTP 200\)$/,
  ],
  ['closes in a chunk', answerAndClose(`${CHUNKED}a\r\nhalf`), CLOSED_IN_BODY],
  ['closes before the last chunk', answerAndClose(`${CHUNKED}4\r\nhalf\r\n`), CLOSED_IN_BODY],
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
