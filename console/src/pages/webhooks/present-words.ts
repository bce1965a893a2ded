import { formatCount } from '../../ui/text/format.ts'

/** What is counted of it ends here. */
const COUNTED_MAX = 10_000

/** `3 alerts are owed` */
export function describeOwed(owed: number): string {
  return `${counted(owed)} ${owed === 1 ? 'is' : 'are'} owed`
}

/** `12 alerts are open` */
export function describeOpen(open: number): string {
  return `${counted(open)} ${open === 1 ? 'is' : 'are'} open`
}

/** With what a webhook is deleted whose receiver hears no more of these; null: there are none. */
export function describeNeverClosed(open: number): { readonly alerts: string; readonly rest: string } | null {
  if (open === 0) return null
  const [whose, its] = open === 1 ? ['is', 'its'] : ['are', 'their']
  return {
    alerts: counted(open),
    rest: `that its receiver was told of and that ${whose} not over: nobody tells it ${its} end`,
  }
}

/** Who tells it what it is owed. */
export function describeWhenTold({ enabled }: { readonly enabled: boolean }): string {
  return enabled
    ? 'told by the next change of the alert, when its receiver accepts again after failures, or at once by the button'
    : 'told when it is enabled again'
}

function counted(alerts: number): string {
  return alerts === 1
    ? '1 alert'
    : `${alerts >= COUNTED_MAX ? 'more than ' : ''}${formatCount(alerts)} alerts`
}
