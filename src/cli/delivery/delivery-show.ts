import type { Command } from 'commander'
import { actOnService } from '../client/client-command.ts'
import type { CliContext } from '../program/context.ts'
import { describeNext, describeState } from './delivery-words.ts'
import { describeChange } from '../view/event-words.ts'
import { describeTiming, showExchange } from '../view/exchange-view.ts'
import { describeTime } from '../view/human-time.ts'
import { asObject, asObjects, asText, type JsonObject } from '../view/json-value.ts'
import { parseId } from '../options/option-values.ts'
import type { Screen } from '../view/screen.ts'
import type { Part } from '../view/table.ts'
import { TaughtCommand } from '../program/taught-command.ts'

export function defineDeliveryShow(context: CliContext): Command {
  const command = new TaughtCommand('show', {
    summary: 'tell the whole story of one delivery',
    description:
      'Shows what happened (the event), to whom it is brought, and each attempt in order: when, what came of it, how long each part took. The last attempt is shown with request and answer; --full shows them of all.',
    examples: [
      ['tocsin delivery show 42', 'the story, with the last request and answer'],
      ['tocsin delivery show 42 --full', 'with every request and answer'],
    ],
  })
  command
    .argument('<id>', 'id of the delivery', parseId)
    .option('--full', 'requests and answers of all attempts')
  return actOnService<{ readonly full?: boolean }>(
    command,
    context,
    async (session, { full = false }, [id]) => {
      const { text, json } = await session.client.send({ method: 'GET', path: `/v1/deliveries/${id}` })
      session.print(text, (screen) => {
        showDelivery(screen, asObject(json), { now: context.clock.now(), full })
      })
    },
  )
}

interface StoryView {
  readonly now: number
  readonly full: boolean
}

function showDelivery(screen: Screen, delivery: JsonObject, { now, full }: StoryView): void {
  const id = asText(delivery['id'])
  screen.line({ text: `Delivery ${id}: `, tone: 'strong' }, describeState(asText(delivery['state'])))
  screen.fields([
    ['event', describeEvent(asObject(delivery['event']), delivery)],
    ['happened', describeTime(asObject(delivery['event'])['at'], now)],
    ['webhook', describeWebhook(delivery)],
    ['told instead', describeInstead(asObject(delivery['told_instead']))],
    ['made because', describeOrigin(delivery)],
    ['made', describeTime(delivery['created_at'], now)],
    ['attempts', asText(delivery['attempts_made'])],
    ['next', describeNext(delivery, now)],
    [
      'ended',
      asText(delivery['finished_at']) === '' ? undefined : describeTime(delivery['finished_at'], now),
    ],
  ])
  const attempts = asObjects(delivery['attempts'])
  for (const [index, attempt] of attempts.entries()) {
    showAttempt(screen, attempt, { now, full: full || index === attempts.length - 1 })
  }
  const state = asText(delivery['state'])
  if (state === 'failed' || state === 'cancelled') screen.line(...describeRemedy(delivery))
}

/** `3, Night watch` */
function describeWebhook(delivery: JsonObject): string {
  const id = asText(delivery['webhook_id'])
  const name = asText(delivery['webhook_name'])
  if (name === '') return `${id}, which has been deleted`
  return delivery['webhook_enabled'] === false ? `${id}, ${name} (disabled)` : `${id}, ${name}`
}

function describeInstead(instead: JsonObject): string | undefined {
  const id = asText(instead['webhook_id'])
  if (id === '') return undefined
  return `webhook ${id}, ${asText(instead['webhook_name']) || 'deleted since'}, by delivery ${asText(instead['delivery_id'])}`
}

/** Of most deliveries there is nothing to say: their webhook was to be told of such an event. */
function describeOrigin(delivery: JsonObject): string | undefined {
  const fallbackOf = asText(delivery['fallback_of'])
  if (fallbackOf !== '') return `delivery ${fallbackOf} had failed, and this is the fallback`
  const operation = asText(delivery['operation_id'])
  return operation === '' ? undefined : `operation ${operation} re-routed it here`
}

/** Nothing is sent to a webhook that is disabled, retried or not. */
function describeRemedy(delivery: JsonObject): readonly Part[] {
  const retry = `tocsin delivery retry ${asText(delivery['id'])}`
  if (delivery['webhook_enabled'] !== false) return [`Try it again with: ${retry}`]
  return [`Try it again with: tocsin webhook edit ${asText(delivery['webhook_id'])} --enabled && ${retry}`]
}

/** `17, Replication lag: cleared → high` or `18, nightly-rollup: failure`. */
function describeEvent(event: JsonObject, delivery: JsonObject): string {
  const id = asText(event['id']) || asText(delivery['event_id'])
  return event['name'] === undefined ? id : `${id}, ${asText(event['name'])}: ${describeChange(event)}`
}

function showAttempt(screen: Screen, attempt: JsonObject, { now, full }: StoryView): void {
  const timing = describeTiming(asObject(attempt['timing']))
  screen.line('')
  screen.line(
    { text: `Attempt ${asText(attempt['number'])}`, tone: 'strong' },
    `, ${describeTime(attempt['started_at'], now)}: `,
    reasonOf(attempt),
    !full && timing !== '' ? `, ${timing}` : '',
  )
  if (full) {
    const { request, answer } = attempt
    showExchange(screen, { request, answer, timing: attempt['timing'] }, '  ')
  }
}

function reasonOf(attempt: JsonObject): Part {
  const outcome = asText(attempt['outcome'])
  const text = asText(attempt['reason']) || outcome
  if (outcome === 'accept') return { text, tone: 'good' }
  return { text, tone: outcome === 'retry' ? 'warn' : 'bad' }
}
