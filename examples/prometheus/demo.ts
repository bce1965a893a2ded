// Shows the whole chain against a running Tocsin: a real Prometheus raises an alert and clears it, Tocsin takes it in
// and calls a webhook, and what the webhook receives is printed. It ends by itself and leaves nothing behind.
//
//   node scripts/run.mjs examples/prometheus/demo.ts [--no-webhook] [--keep]
//
//   --no-webhook   makes no webhook of its own: yours are told
//   --keep         leaves the webhook in place, disabled
//
// TOCSIN_URL (http://127.0.0.1:8480) and TOCSIN_TOKEN (else the file data/admin-token) say where and as whom.
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DemoReceiver } from './demo-receiver.ts'
import { MetricsServer } from './metrics-server.ts'
import { PrometheusProcess } from './run-prometheus.ts'
import { TocsinClient } from './tocsin-client.ts'

const ALERT_NAME = 'PostgresConnectionsNearLimit'
const WAIT_MS_MAX = 60_000

/** Ctrl-C ends the demonstration like a failure: it still cleans up. */
const interrupted = new Promise<string>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve('Interrupted.'))
})

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: { 'no-webhook': { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
  })
  const tocsinUrl = (process.env['TOCSIN_URL'] ?? 'http://127.0.0.1:8480').replace(/\/+$/, '')
  const token = findToken()
  const tocsin = new TocsinClient(tocsinUrl, token)
  await tocsin.checkReachable()

  const cleanups: (() => Promise<void>)[] = []
  try {
    const receiver = await DemoReceiver.start()
    cleanups.push(() => receiver.stop())
    if (!options['no-webhook']) {
      const webhook = await tocsin.createWebhook(receiver.url)
      cleanups.push(() => (options.keep ? tocsin.disableWebhook(webhook) : tocsin.deleteWebhook(webhook)))
      say(`Made the webhook ${webhook} in Tocsin; it calls ${receiver.url}.`)
    }
    const metrics = await MetricsServer.start(42)
    cleanups.push(() => metrics.stop())
    const prometheus = await PrometheusProcess.start({ tocsinUrl, token, metricsAddress: metrics.address })
    cleanups.push(() => prometheus.stop())
    say(`Started Prometheus; it scrapes ${metrics.address} and reports to ${tocsinUrl}/intake/prometheus.`)

    const notified = (state: string) => () => options['no-webhook'] || receiver.hasHeard(ALERT_NAME, state)
    metrics.setConnections(187)
    say(
      '187 of 200 connections are in use: the rule fires. Prometheus takes some seconds to find its targets …',
    )
    await waitUntil(
      prometheus,
      'raised',
      async () => (await tocsin.isActive(ALERT_NAME)) && notified('high')(),
    )
    say(`Tocsin has raised ${ALERT_NAME}.`)
    metrics.setConnections(42)
    say('42 connections: the rule does not fire any more …')
    await waitUntil(
      prometheus,
      'cleared',
      async () => !(await tocsin.isActive(ALERT_NAME)) && notified('cleared')(),
    )
    say(`Tocsin has cleared ${ALERT_NAME}. That was all.`)
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp()
  }
}

function findToken(): string {
  const given = process.env['TOCSIN_TOKEN']
  if (given !== undefined && given !== '') return given
  const file = 'data/admin-token'
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(
    'Please set TOCSIN_TOKEN to a token of your Tocsin, such as the one it printed at its first start.',
  )
}

async function waitUntil(
  prometheus: PrometheusProcess,
  what: string,
  condition: () => Promise<boolean>,
): Promise<void> {
  let ended: string | undefined
  void Promise.race([prometheus.ended, interrupted]).then((reason) => (ended = reason))
  const giveUpAt = performance.now() + WAIT_MS_MAX
  while (!(await condition())) {
    if (ended !== undefined) throw new Error(ended)
    if (performance.now() > giveUpAt)
      throw new Error(`The alert was not ${what} within ${WAIT_MS_MAX / 1000} s.`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

function say(sentence: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${sentence}`)
}

await main().catch((error: unknown) => {
  console.error((error as Error).message)
  process.exitCode = 1
})
