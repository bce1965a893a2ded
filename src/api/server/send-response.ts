import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { LoopShare } from '../../runtime/long-work.ts'
import type { RouteResponse } from '../routes/route.ts'
import type { UnreadResponses } from './unread-responses.ts'

/**
 * A larger response is handed over in pieces of so many bytes, the next when the one before it is taken. So a client
 * that reads slowly differs from one that does not read, and no more than one piece is encrypted ahead.
 */
export const PIECE_BYTES = 64 * 1024

export function sendResponse(
  response: RouteResponse,
  reply: FastifyReply,
  unread: UnreadResponses,
): FastifyReply {
  reply.code(response.status)
  if (response.headers) reply.headers(response.headers)
  reply.header('x-content-type-options', 'nosniff')
  // A response to a principal that had to sign in is for nobody else: no cache on the way, and no browser, may keep it.
  if (reply.request.principal && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  const { body, stream } = response
  if (stream) return sendStream(stream, 0, { reply, unread })
  if (body === undefined) return sendWhole(undefined, 0, { reply, unread })
  // Bytes are those of a file, which is held once for all who ask for it.
  if (Buffer.isBuffer(body)) return sendBytes(body, 0, { reply, unread })
  if (typeof body === 'string') return sendText(body, { reply, unread })
  return sendText(JSON.stringify(body), { reply: reply.type('application/json; charset=utf-8'), unread })
}

interface Way {
  readonly reply: FastifyReply
  readonly unread: UnreadResponses
}

function sendText(text: string, { reply, unread }: Way): FastifyReply {
  // As bytes it is no part of the heap while it waits for its reader.
  if (text.length > PIECE_BYTES) return sendBytes(Buffer.from(text), text.length, { reply, unread })
  return sendWhole(text, text.length, { reply, unread })
}

function sendWhole(
  content: string | Buffer | undefined,
  ownBytes: number,
  { reply, unread }: Way,
): FastifyReply {
  reply.send(content)
  unread.watch(reply.raw, ownBytes)
  return reply
}

/** `ownBytes`: how many of them are held for this response alone. */
function sendBytes(bytes: Buffer, ownBytes: number, way: Way): FastifyReply {
  // The framework sends only the length in a response to HEAD.
  const isHead = way.reply.request.method === 'HEAD'
  if (isHead || bytes.length <= PIECE_BYTES) return sendWhole(bytes, ownBytes, way)
  way.reply.header('content-length', bytes.length)
  return sendStream(Readable.from(piecesOf(bytes, way.unread.share), { objectMode: false }), ownBytes, way)
}

async function* piecesOf(bytes: Buffer, share: LoopShare): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    await share.take(PIECE_BYTES)
    yield bytes.subarray(start, start + PIECE_BYTES)
  }
}

function sendStream(stream: Readable, ownBytes: number, { reply, unread }: Way): FastifyReply {
  if (reply.request.method === 'HEAD') {
    // Nobody reads it, and there are streams that never end.
    stream.destroy()
    return sendWhole(undefined, 0, { reply, unread })
  }
  unread.watchStream(reply.raw, ownBytes)
  return reply.send(stream)
}
