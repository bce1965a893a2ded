import type { FastifyReply } from 'fastify'
import type { Answer } from './route.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/** From this length on a text is sent as bytes, which are no part of the heap while they wait for their reader. */
const TEXT_LENGTH_MAX = 64 * 1024

export function sendAnswer(answer: Answer, reply: FastifyReply, unread: UnreadAnswers): FastifyReply {
  reply.code(answer.status)
  if (answer.headers) reply.headers(answer.headers)
  reply.header('x-content-type-options', 'nosniff')
  // What a caller reads who had to say who it is, is for nobody else, and not to be found there afterwards.
  if (reply.request.caller && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (answer.stream) return sendStream(answer.stream, reply, unread)
  const { body } = answer
  if (body === undefined) return reply.send()
  // Bytes are those of a file, which is held once for all who ask for it.
  if (Buffer.isBuffer(body)) return send(body, 0, { reply, unread })
  if (typeof body === 'string') return send(body, body.length, { reply, unread })
  reply.type('application/json; charset=utf-8')
  const text = JSON.stringify(body)
  return send(text.length > TEXT_LENGTH_MAX ? Buffer.from(text) : text, text.length, { reply, unread })
}

interface Way {
  readonly reply: FastifyReply
  readonly unread: UnreadAnswers
}

function send(content: string | Buffer, ownBytes: number, { reply, unread }: Way): FastifyReply {
  reply.send(content)
  unread.watch(reply.raw, ownBytes)
  return reply
}

function sendStream(stream: NonNullable<Answer['stream']>, reply: FastifyReply, unread: UnreadAnswers) {
  if (reply.request.method === 'HEAD') {
    // Nobody reads it, and there are streams that never end.
    stream.destroy()
    return reply.send()
  }
  unread.watchStream(reply.raw)
  return reply.send(stream)
}
