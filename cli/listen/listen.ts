import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { formatInstant } from '../../src/domain/instant.ts'
import { messageOf, failure } from '../program/cli-error.ts'
import { printJson, wantsJson } from '../client/session.ts'
import type { CliContext, CommandHelp, OptionsOf } from '../program/command.ts'
import { TaughtCommand, TypedOption } from '../program/command.ts'
import { durationMs, parseStatuses, wholeBetween } from '../options/option-values.ts'
import { Screen } from '../view/screen.ts'
import { commandLine } from '../program/command-line.ts'
import { indentJson } from '../view/response.ts'

const DULL_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'accept',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
])

const SHOWN_CHARACTERS_MAX = 65_536

/** Further bytes of a body are counted, not kept. */
const BODY_BYTES_MAX = 1024 ** 2
const CONNECTIONS_MAX = 256
const REQUEST_MS_MAX = 60_000
const DELAY_MS_MAX = 3_600_000

export function defineListen(context: CliContext) {
  const command = addListenOptions(new TaughtCommand('listen', HELP))
  return command.action((options) => listen(options, context, wantsJson(command)))
}

const HELP: CommandHelp = {
  summary: 'a receiver that prints what arrives',
  description:
    'Listens on 127.0.0.1 and prints each request: method, path, headers, body. For trying out webhooks, and with --status and --delay for seeing how deliveries to a failing or slow receiver go. Ctrl-C ends it.',
  examples: {
    'tocsin listen':
      'then, in another window: tocsin webhook add --name try-out --url http://127.0.0.1:9000/',
    'tocsin listen --status 503,503,200': 'fails twice, then accepts',
    'tocsin listen --delay 20s': 'slower than the default time limit of 15s',
    'tocsin listen --response \'{"ok": true}\'':
      'what the response rule of Telegram wants to see; for Rocket.Chat {"success": true}, for Slack and Mattermost ok',
    'tocsin listen --port 0 --count 1 --json': 'for a script: a free port, one request, one line of JSON',
  },
}

function addListenOptions(command: TaughtCommand) {
  return command
    .option('--port <port>', 'port to listen on; 0 takes a free one', wholeBetween(0, 65_535), 9000)
    .addOption(
      new TypedOption('--status <codes>', 'status codes of the responses, in order; the last one repeats')
        .argParser(parseStatuses)
        .default([200], '200'),
    )
    .addOption(
      new TypedOption('--delay <duration>', 'wait before each response, e.g. 2s')
        .argParser(durationMs)
        .default(0, '0s'),
    )
    .option('--response <text>', 'body of each response, e.g. \'{"ok": true}\'')
    .option('--count <count>', 'stop after this many requests', wholeBetween(1, 1_000_000))
    .option('--json', 'one line of JSON for each request, for programs')
}

async function listen(
  { port, status, delay, response: text, count = Infinity }: OptionsOf<typeof addListenOptions>,
  context: CliContext,
  isJson: boolean,
): Promise<void> {
  const { terminal, clock } = context
  const interrupted = context.untilInterrupted()
  const ended = new AbortController()
  const screen = new Screen(terminal)
  let callCount = 0
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(request, formatInstant(clock.now()))
    const responseStatus = status[Math.min(callCount, status.length - 1)] ?? 200
    callCount += 1
    if (isJson) printJson(context, JSON.stringify({ ...call, response_status: responseStatus }))
    else showCall(screen, call, callCount, responseStatus)
    const isLast = callCount >= count
    await clock.wait(Math.min(delay, DELAY_MS_MAX), interrupted)
    response.on('close', () => isLast && ended.abort())
    response.writeHead(responseStatus, {
      'content-type': 'text/plain',
      ...(isLast && { connection: 'close' }),
    })
    response.end(text ?? `tocsin listen responded with ${responseStatus}\n`)
  }
  const server = process
    .getBuiltinModule('node:http')
    .createServer({ requestTimeout: REQUEST_MS_MAX }, (request, response) => {
      // An aborted request does not count.
      respond(request, response).catch(() => response.destroy())
    })
  server.maxConnections = CONNECTIONS_MAX

  const url = await startOn(server, port)
  terminal.err(`Listening on ${url} until Ctrl-C. Send something here with:\n`)
  terminal.err(`  ${commandLine(`webhook add --name try-out --url ${url}`)}\n`)
  const any = AbortSignal.any([interrupted, ended.signal])
  if (!any.aborted) await once(any, 'abort')
  server.closeAllConnections()
  server.close()
}

async function startOn(server: Server, port: number): Promise<string> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    const reason = messageOf(error)
    throw failure(`Port ${port} cannot be listened on: ${reason}.`, [
      'Take another one with --port, or a free one with --port 0.',
    ])
  }
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/`
}

async function readCall(request: IncomingMessage, at: string) {
  const chunks: Buffer[] = []
  let bodyBytes = 0
  for await (const chunk of request) {
    const spare = BODY_BYTES_MAX - bodyBytes
    if (spare > 0) chunks.push(chunk.subarray(0, spare))
    bodyBytes += chunk.length
  }
  return {
    at,
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.rawHeaders.flatMap((name, index, all) =>
      index % 2 === 0 ? [{ name, value: all[index + 1] ?? '' }] : [],
    ),
    body: Buffer.concat(chunks).toString('utf8'),
    body_bytes: bodyBytes,
    body_truncated: bodyBytes > BODY_BYTES_MAX,
  }
}

/** A request; also a line of `--json`, hence the spelling. */
type Call = Awaited<ReturnType<typeof readCall>>

function showCall(screen: Screen, call: Call, number: number, responseStatus: number): void {
  const isAccepted = responseStatus >= 200 && responseStatus < 300
  screen.line(
    { text: `#${number} ${call.method} ${call.path}`, tone: 'strong' },
    { text: `  ${call.at.slice(11, 19)} UTC  responded `, tone: 'dim' },
    { text: String(responseStatus), tone: isAccepted ? 'good' : 'bad' },
  )
  for (const { name, value } of call.headers) {
    if (!DULL_HEADERS.has(name.toLowerCase())) screen.line({ text: `  ${name}: `, tone: 'dim' }, value)
  }
  const shown = (indentJson(call.body) ?? call.body).slice(0, SHOWN_CHARACTERS_MAX)
  if (shown !== '') {
    screen.line('')
    screen.block(shown)
  }
  if (call.body_truncated || shown.length === SHOWN_CHARACTERS_MAX) {
    screen.line({ text: `  … (the body has ${call.body_bytes} bytes; the rest is not shown)`, tone: 'dim' })
  }
  screen.line('')
}
