import { formatCount } from '../../../ui/text/format.ts'
import type { ListedWebhook } from '../listed-webhook.ts'

/** The words of an action on many webhooks. */
export const BULK = {
  enable: {
    label: 'Enable',
    title: 'Enable these webhooks?',
    action: 'Enable the webhooks',
    done: 'enabled',
  },
  disable: {
    label: 'Disable',
    title: 'Disable these webhooks?',
    action: 'Disable the webhooks',
    done: 'disabled',
  },
  delete: {
    label: 'Delete',
    title: 'Delete these webhooks?',
    action: 'Delete the webhooks',
    done: 'deleted',
  },
} as const satisfies Readonly<Record<BulkAction, Readonly<Record<string, string>>>>

export type BulkAction = 'enable' | 'disable' | 'delete'

type Affected = Pick<ListedWebhook, 'enabled' | 'mode' | 'unfinished'>

/** Returns the selected webhooks that an action changes. */
export function fittingOf<Webhook extends Affected>(
  action: BulkAction,
  ticked: readonly Webhook[],
): readonly Webhook[] {
  if (action === 'delete') return ticked
  return ticked.filter(({ enabled }) => enabled === (action === 'disable'))
}

/** Says in numbers what an action will do. */
export function describeBulk(action: BulkAction, ticked: readonly Affected[]): readonly string[] {
  const fitting = fittingOf(action, ticked)
  const left = ticked.length - fitting.length
  const unfinished = fitting.reduce((sum, one) => sum + one.unfinished, 0)
  const keeping = fitting.filter(({ mode }) => mode === 'current_state').length
  const losing = fitting.length - keeping
  const deliveries =
    unfinished === 1 ? '1 unfinished delivery' : `${formatCount(unfinished)} unfinished deliveries`
  const sentences = {
    enable: [
      `${webhooks(fitting.length)} will be called again.`,
      unfinished > 0 && `${deliveries} will be sent now.`,
    ],
    disable: [
      `${webhooks(fitting.length)} will not be called until you enable them again.`,
      unfinished > 0 && `${deliveries} will wait until they are enabled.`,
      losing > 0 && `${webhooks(losing)} will miss the events that happen meanwhile.`,
      keeping > 0 && `${webhooks(keeping)} in current-state mode will get what changed, once, afterwards.`,
    ],
    delete: [
      `${webhooks(fitting.length)} will be deleted for good.`,
      unfinished > 0 && `${deliveries} will be cancelled.`,
    ],
  }[action]
  return [
    ...sentences.filter((sentence) => sentence !== false),
    ...(left > 0 ? [`${formatCount(left)} of the ${formatCount(ticked.length)} selected already are.`] : []),
  ]
}

function webhooks(count: number): string {
  return count === 1 ? '1 webhook' : `${formatCount(count)} webhooks`
}
