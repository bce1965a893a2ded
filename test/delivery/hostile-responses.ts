import { gzipSync } from 'node:zlib'
import { response, responseAndClose } from '../support/network/raw-receiver.ts'
import type { HostileCase } from './hostile-connections.ts'

const OK = 'HTTP/1.1 200 OK\r\n'
const BODY = 'Content-Length: 2\r\n\r\nok'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`

const NOT_HTTP = /^the response is not valid HTTP \([A-Z][^()]+\)$/
const NOT_HTTP_BODY = /^the response is not valid HTTP \([A-Z][^()]+\) \(after the headers of an HTTP 200\)$/
const CONTRADICTION =
  /^the headers of the response are not valid HTTP, or contradict each other about its length$/
const NO_STATUS = /^the response has the status \d+, which means nothing here$/

/** Their responses are not HTTP, or not quite. */
export const MALFORMED: readonly HostileCase[] = [
  ['announces a negative length', response(`${OK}Content-Length: -2\r\n\r\nok`), NOT_HTTP],
  ['announces a length that is no number', response(`${OK}Content-Length: two\r\n\r\nok`), NOT_HTTP],
  ['announces an empty length', response(`${OK}Content-Length: \r\n\r\nok`), NOT_HTTP],
  [
    'announces a length beyond all numbers',
    response(`${OK}Content-Length: 99999999999999999999999\r\n\r\nok`),
    CONTRADICTION,
  ],
  ['announces two lengths', response(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`), CONTRADICTION],
  ['announces a list of lengths', response(`${OK}Content-Length: 2, 2\r\n\r\nok`), CONTRADICTION],
  [
    'announces a length, then chunks',
    response(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`),
    CONTRADICTION,
  ],
  [
    'announces chunks, then a length',
    response(`${OK}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\nok\r\n0\r\n\r\n`),
    NOT_HTTP,
  ],
  ['sends a chunk size that is no number', response(`${CHUNKED}zz\r\nok\r\n`), NOT_HTTP_BODY],
  ['sends a negative chunk size', response(`${CHUNKED}-2\r\nok\r\n`), NOT_HTTP_BODY],
  [
    'sends a chunk size beyond all numbers',
    response(`${CHUNKED}ffffffffffffffffffff\r\nok\r\n`),
    NOT_HTTP_BODY,
  ],
  ['sends a chunk longer than its size', response(`${CHUNKED}2\r\nokay\r\n0\r\n\r\n`), NOT_HTTP_BODY],
  ['speaks HTTP/0.9', responseAndClose('<html>ok</html>'), NOT_HTTP],
  ['speaks HTTP/2 in words', response(`HTTP/2 200 OK\r\n${BODY}`), NOT_HTTP],
  ['speaks HTTP/9.9', response(`HTTP/9.9 200 OK\r\n${BODY}`), NOT_HTTP],
  ['sends a request', response('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), NOT_HTTP],
  ['speaks SSH', response('SSH-2.0-OpenSSH_9.2\r\n'), NOT_HTTP],
  ['speaks TLS', response(Buffer.from('1503010002022800', 'hex')), NOT_HTTP],
  [
    'sends any bytes',
    response(Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 73 + 13) % 256))),
    NOT_HTTP,
  ],
  ['greets before it is asked', (socket) => void socket.write('220 mail.example ESMTP\r\n'), NOT_HTTP],
  [
    'switches to another protocol',
    response('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nxxxx'),
    /^the receiver switched to another protocol \(HTTP 101\) without being asked$/,
  ],
  ['says 101 and nothing else', response('HTTP/1.1 101 Switching Protocols\r\n\r\n'), NO_STATUS],
  ['has the status 000', response(`HTTP/1.1 000 Nothing\r\n${BODY}`), NO_STATUS],
  ['has the status 099', response(`HTTP/1.1 099 Nothing\r\n${BODY}`), NO_STATUS],
  ['has the status 0', response(`HTTP/1.1 0 Nothing\r\n${BODY}`), NOT_HTTP],
  ['has the status 199 and a body', response(`HTTP/1.1 199 Nothing\r\n${BODY}`), NOT_HTTP],
  ['has the status 2000', response(`HTTP/1.1 2000 Much\r\n${BODY}`), NOT_HTTP],
  ['has the status -200', response(`HTTP/1.1 -200 OK\r\n${BODY}`), NOT_HTTP],
  ['has no status', response(`HTTP/1.1 OK\r\n${BODY}`), NOT_HTTP],
  ['has U+0000 in a header', response(`${OK}X-A: a\0b\r\n${BODY}`), NOT_HTTP],
  ['has U+0000 in the name of a header', response(`${OK}X\0A: ab\r\n${BODY}`), NOT_HTTP],
  ['ends its lines with LF alone', response('HTTP/1.1 200 OK\nContent-Length: 2\n\nok'), NOT_HTTP],
  ['ends its lines with CR alone', response('HTTP/1.1 200 OK\rContent-Length: 2\r\rok'), NOT_HTTP],
  ['folds a header', response(`${OK}X-A: one\r\n two\r\n${BODY}`), NOT_HTTP],
  ['has a space before a colon', response(`${OK}Content-Length : 2\r\n\r\nok`), NOT_HTTP],
  ['has a header without a colon', response(`${OK}nonsense\r\n${BODY}`), NOT_HTTP],
]

/** Strange, but their status is plain, and it counts. */
export const STRANGE: readonly HostileCase[] = [
  ['sends more than it announced', response(`${OK}Content-Length: 2\r\n\r\nok and more`), /^HTTP 200$/],
  [
    'sends a reason phrase of 100 KB',
    response(`HTTP/1.1 200 ${'x'.repeat(100_000)}\r\n${BODY}`),
    /^HTTP 200$/,
  ],
  ['sends a gzip bomb', response(gzipBomb()), /^HTTP 200$/],
  ['sends an unknown encoding', responseAndClose(`${OK}Transfer-Encoding: rot13\r\n\r\nok`), /^HTTP 200$/],
  ['speaks HTTP/1.0 with a length', response(`HTTP/1.0 200 OK\r\n${BODY}`), /^HTTP 200$/],
  ['speaks HTTP/1.0 without a length', responseAndClose('HTTP/1.0 200 OK\r\n\r\nok'), /^HTTP 200$/],
  ['ends its body by closing', responseAndClose(`${OK}\r\nok`), /^HTTP 200$/],
  ['says 102 before its response', response(`HTTP/1.1 102 Processing\r\n\r\n${OK}${BODY}`), /^HTTP 200$/],
  ['sends a body with 204', response(`HTTP/1.1 204 No Content\r\n${BODY}`), /^HTTP 204$/],
  ['sends an unannounced body with 204', response('HTTP/1.1 204 No Content\r\n\r\nhello'), /^HTTP 204$/],
  ['sends a body with 304', response(`HTTP/1.1 304 Not Modified\r\n${BODY}`), /^HTTP 304: redirects/],
  ['has the status 600', response(`HTTP/1.1 600 Much\r\n${BODY}`), /^HTTP 600$/],
  ['has the status 999', response(`HTTP/1.1 999 Much\r\n${BODY}`), /^HTTP 999$/],
  ['has no reason phrase', response(`HTTP/1.1 200\r\n${BODY}`), /^HTTP 200$/],
  ['has U+0000 in its body', response(`${OK}Content-Length: 2\r\n\r\n\0\0`), /^HTTP 200$/],
  [
    'has bytes that are no UTF-8',
    response(`${OK}X-A: \xff\xfe\xc3\r\nContent-Length: 4\r\n\r\no\xff\xc3\x28`),
    /^HTTP 200$/,
  ],
  [
    'promises to keep the connection for ever',
    response(`${OK}Keep-Alive: timeout=99999999999999\r\n${BODY}`),
    /^HTTP 200$/,
  ],
]

/** A megabyte that would become a gigabyte. */
function gzipBomb(): Buffer {
  const small = gzipSync(Buffer.alloc(1024 ** 2))
  // Members of a gzip stream follow each other (RFC 1952, section 2.2).
  const body = Buffer.concat(Array.from({ length: 1_000 }, () => small))
  return Buffer.concat([
    Buffer.from(`${OK}Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ])
}
