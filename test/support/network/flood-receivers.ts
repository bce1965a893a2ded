import { responseWithoutEnd, RawReceiver } from './raw-receiver.ts'

/**
 * A program of its own, so that what it sends takes no memory or time of the process that is measured: receivers
 * that pour out bytes as fast as they are taken, ten of each kind. It sends its parent their addresses, and ends
 * with it.
 */
const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
const MUCH = 'x'.repeat(65_536)

const kinds = [
  responseWithoutEnd(CHUNKED, `10000\r\n${MUCH}\r\n`),
  responseWithoutEnd(`${OK}Content-Length: 1099511627776\r\n\r\n`, MUCH),
  responseWithoutEnd(`${OK}X-A: `, MUCH),
  responseWithoutEnd('HTTP/1.1 200 ', MUCH),
  responseWithoutEnd(`${CHUNKED}5;`, MUCH),
]

const urls: string[] = []
for (const behave of kinds) {
  for (let count = 0; count < 10; count += 1) urls.push((await RawReceiver.start(behave)).url)
}
process.on('disconnect', () => process.exit())
process.send?.(urls)
