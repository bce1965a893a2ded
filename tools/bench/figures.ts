import type { EngineName } from '../engine-names.ts'

/** Something that is measured. */
export interface Figure {
  readonly title: string
  readonly unit: '/s' | 'ms' | 'MB' | 'times' | 'µs' | 'bytes' | 'count'
  readonly better: 'less' | 'more'
  /** The aims on two cores with everything on the same machine. */
  readonly aims?: Readonly<Record<EngineName, number>>
  /** Kept for the report and the plots; not in the table. */
  readonly isDetail?: true
}

export type Readings = Readonly<Record<string, number>>

const FAN_OUTS = [1, 3, 10] as const
/** Deliveries per second of the scenarios with a steady load; 0: one alert at a time. */
export const LATENCY_RATES = [0, 100, 1_000, 2_500, 5_000] as const
export const PERCENTILE_NAMES = ['p50', 'p90', 'p99', 'p999', 'max'] as const

// Aims are ratios, so that they mean the same on a slow machine.
const RATE_RATIO_AIMS: Readonly<Record<number, Figure['aims']>> = {
  1: { sqlite: 0.35, postgres: 0.22 },
  3: { sqlite: 0.5, postgres: 0.4 },
}
const COST_RATIO_AIMS: Readonly<Record<number, Figure['aims']>> = { 3: { sqlite: 2.5, postgres: 4.5 } }
const LARGE_AIMS: Readonly<Record<string, Figure['aims']>> = {
  claim: { sqlite: 1.3, postgres: 1.3 },
  intake: { sqlite: 1.3, postgres: 1.3 },
}
const PERCENTILE_TITLES = { p50: 'median', p90: 'p90', p99: 'p99', p999: 'p99.9', max: 'longest' } as const

export function latencyScenarioId(rate: number): string {
  return rate === 0 ? 'idle' : `rate${rate}`
}

export function latencyTitle(rate: number): string {
  return rate === 0 ? 'idle system, one alert' : `${rate.toLocaleString('en')} deliveries/s`
}

const READ_TITLES: Readonly<Record<string, string>> = {
  list: 'a page of 100 deliveries',
  listOfWebhook: 'a page of 100 deliveries of one webhook',
  delivery: 'one delivery with its attempts',
  events: 'a page of 100 events',
  alerts: 'a page of 100 alerts',
}

/** Besides the webhook that is measured; the first is what the others are held against. */
export const NEIGHBOURS = ['healthy', 'hang', 'drip', 'reset', '500', '429'] as const

/** The costs of a delivery at the highest load, its share of the intake included. */
export const COST_NAMES = {
  serviceMainUs: 'processor time of the service, thread of JavaScript',
  serviceOtherUs: 'processor time of the service, other threads',
  databaseUs: 'processor time of PostgreSQL',
  walBytes: 'log of PostgreSQL',
  writtenBytes: 'written by the service to its disk',
  storedBytes: 'kept in the database',
  networkBytes: 'over the network to the receiver',
} as const

/** All there are, in the order in which they are shown. */
export const FIGURES: Readonly<Record<string, Figure>> = Object.fromEntries([
  ...singleFigures(),
  ...FAN_OUTS.flatMap(throughputFigures),
  ...FAN_OUTS.flatMap(costFigures),
  ...LATENCY_RATES.flatMap(latencyFigures),
  [
    'current_state.rate',
    { title: `deliveries/s sustained in mode current_state, fan-out 3`, unit: '/s', better: 'more' },
  ],
  ['current_state.us', { title: 'processor time of each', unit: 'µs', better: 'less', isDetail: true }],
  [
    'current_state.ratio',
    {
      title: 'processor time in mode current_state, to mode every_change',
      unit: 'times',
      better: 'less',
      aims: { sqlite: 1.1, postgres: 1.1 },
    },
  ],
  [
    'notifications.ratio',
    { title: 'the same with a million open notifications, to none', unit: 'times', better: 'less' },
  ],
  [
    'matchers.cost',
    {
      title: 'processor time of one report beside 10,000 webhooks with matchers, to the same without',
      unit: 'times',
      better: 'less',
      aims: { sqlite: 1.1, postgres: 1.1 },
    },
  ],
  ['matchers.rate', { title: 'the same: reports/s', unit: 'times', better: 'more' }],
  ['matchers.us', { title: 'processor time of each', unit: 'µs', better: 'less', isDetail: true }],
  ['matchers.plainUs', { title: 'the same without matchers', unit: 'µs', better: 'less', isDetail: true }],
  [
    'matchers.budgetMs',
    {
      title: 'all patterns that the budget allows, asked for one event',
      unit: 'ms',
      better: 'less',
    },
  ],
  [
    'matchers.stepsIn20Ms',
    { title: 'steps of the dearest pattern in 20 ms', unit: 'count', better: 'more', isDetail: true },
  ],
  [
    'matchers.stepRatio',
    { title: 'time of such a step, to a turn of a bare loop', unit: 'times', better: 'less', isDetail: true },
  ],
  [
    'silences.cost',
    {
      title:
        'processor time of one report beside 1,000 active silences and 1,000 webhooks, to the same without',
      unit: 'times',
      better: 'less',
      aims: { sqlite: 1.3, postgres: 1.3 },
    },
  ],
  ['silences.rate', { title: 'the same: reports/s', unit: 'times', better: 'more' }],
  [
    'crowd.p50',
    { title: 'any request while 100 webhooks hear 1,000 alerts: median', unit: 'ms', better: 'less' },
  ],
  ['crowd.p99', { title: 'the same: p99', unit: 'ms', better: 'less' }],
  [
    'crowd.max',
    { title: 'the same: longest', unit: 'ms', better: 'less', aims: { sqlite: 250, postgres: 250 } },
  ],
  ['crowd.request', { title: 'the report of these alerts', unit: 'ms', better: 'less', isDetail: true }],
  ['drain.rate', { title: 'deliveries/s while draining a backlog, fan-out 1', unit: '/s', better: 'more' }],
  ['drain.ratio', { title: 'the same, to the bare signed loop', unit: 'times', better: 'more' }],
  ['slow.ratio', { title: 'p95 beside a slow receiver, to that without', unit: 'times', better: 'less' }],
  ['slow.p95', { title: 'p95 of 19 webhooks beside a slow one', unit: 'ms', better: 'less' }],
  ...largeFigures('backlog', 'a large backlog'),
  ...largeFigures('history', 'a long history'),
  ['start', { title: 'cold start, empty database', unit: 'ms', better: 'less' }],
  ['start.build', { title: 'cold start, empty database, from the build', unit: 'ms', better: 'less' }],
  ['backlog.start', { title: 'cold start, large backlog', unit: 'ms', better: 'less' }],
  [
    'backlog.startRatio',
    {
      title: 'the same, to almost empty',
      unit: 'times',
      better: 'less',
      aims: { sqlite: 1.2, postgres: 1.2 },
    },
  ],
  ['memory.idle', { title: 'memory, idle', unit: 'MB', better: 'less', aims: { sqlite: 90, postgres: 90 } }],
  ['memory.idleBuild', { title: 'memory, idle, from the build', unit: 'MB', better: 'less' }],
  ['memory.load', { title: 'memory after the highest load, fan-out 3', unit: 'MB', better: 'less' }],
  [
    'memory.backlog',
    { title: 'memory, large backlog', unit: 'MB', better: 'less', aims: { sqlite: 200, postgres: 220 } },
  ],
  ...Object.keys(READ_TITLES).flatMap(readFigures),
  ...badReceiverFigures(),
])

/** Figures of one alert per request, as fast as responses come and at 100 a second. */
function singleFigures(): [string, Figure][] {
  const loop = 'to the bare durable loop'
  return [
    ['singles.rate', { title: 'single reports of 1 KB from 16 callers', unit: '/s', better: 'more' }],
    ['singles.loop', { title: 'bare durable loop', unit: '/s', better: 'more', isDetail: true }],
    [
      'singles.ratio',
      { title: `the same, ${loop}`, unit: 'times', better: 'more', aims: { sqlite: 0.65, postgres: 0.45 } },
    ],
    ['singles.cold', { title: `the first seconds of a process, ${loop}`, unit: 'times', better: 'more' }],
    [
      'singles.cost',
      {
        title: `processor time of the service for each, ${loop}`,
        unit: 'times',
        better: 'less',
        aims: { sqlite: 1.6, postgres: 2 },
      },
    ],
    [
      'singles.us',
      { title: 'processor time of the service for each', unit: 'µs', better: 'less', isDetail: true },
    ],
    ['singles.databaseUs', { title: 'the same: PostgreSQL', unit: 'µs', better: 'less', isDetail: true }],
    [
      'singles.p50',
      { title: 'single reports at full speed: median', unit: 'ms', better: 'less', isDetail: true },
    ],
    [
      'singles.p99',
      { title: 'single reports at full speed: p99', unit: 'ms', better: 'less', isDetail: true },
    ],
    [
      'singles100.cost',
      {
        title: `100 single reports/s: processor time of the service for each, ${loop}`,
        unit: 'times',
        better: 'less',
        aims: { sqlite: 1.6, postgres: 2 },
      },
    ],
    ['singles100.us', { title: 'the same in itself', unit: 'µs', better: 'less', isDetail: true }],
    ['singles100.databaseUs', { title: 'the same: PostgreSQL', unit: 'µs', better: 'less', isDetail: true }],
    ['singles100.p50', { title: '100 single reports/s: median', unit: 'ms', better: 'less' }],
    ['singles100.p99', { title: '100 single reports/s: p99', unit: 'ms', better: 'less' }],
    ...idleFigures(),
  ]
}

/** Figures of a service that nobody asks anything. */
function idleFigures(): [string, Figure][] {
  return [
    [
      'singlesIdle.ms',
      {
        title: 'processor time of an idle service, ms in a second',
        unit: 'ms',
        better: 'less',
        aims: { sqlite: 3, postgres: 5 },
      },
    ],
    ['singlesIdle.databaseMs', { title: 'the same: PostgreSQL', unit: 'ms', better: 'less', isDetail: true }],
    [
      'singlesIdle.wakes',
      {
        title: 'times in a second that an idle service is woken',
        unit: 'count',
        better: 'less',
        aims: { sqlite: 10, postgres: 10 },
      },
    ],
    [
      'singlesIdle.writtenBytes',
      { title: 'written in a second while idle', unit: 'bytes', better: 'less', isDetail: true },
    ],
  ]
}

function throughputFigures(fanOut: number): [string, Figure][] {
  const ratioAims = RATE_RATIO_AIMS[fanOut]
  return [
    [
      `fanout${fanOut}.rate`,
      { title: `deliveries/s sustained, fan-out ${fanOut}`, unit: '/s', better: 'more' },
    ],
    [
      `fanout${fanOut}.ratio`,
      {
        title: 'the same, to the bare signed loop',
        unit: 'times',
        better: 'more',
        ...(ratioAims && { aims: ratioAims }),
      },
    ],
    [`fanout${fanOut}.bare`, { title: 'bare signed loop', unit: '/s', better: 'more', isDetail: true }],
  ]
}

function latencyFigures(rate: number): [string, Figure][] {
  const id = latencyScenarioId(rate)
  const percentiles = PERCENTILE_NAMES.map((name): [string, Figure] => {
    return [
      `${id}.${name}`,
      {
        title: `${latencyTitle(rate)}: ${PERCENTILE_TITLES[name]}`,
        unit: 'ms',
        better: 'less',
        ...(name !== 'p50' && name !== 'p99' && { isDetail: true as const }),
      },
    ]
  })
  return [
    ...percentiles,
    [
      `${id}.late`,
      { title: 'how late the generator was itself, p99', unit: 'ms', better: 'less', isDetail: true },
    ],
  ]
}

function largeFigures(id: string, what: string): [string, Figure][] {
  const methods = { claim: 'claims', finish: 'recording', intake: 'intake' }
  return [
    ...Object.entries(methods).map(([method, words]): [string, Figure] => {
      const aims = LARGE_AIMS[method]
      return [
        `${id}.${method}`,
        {
          title: `${words} with ${what}, to almost empty`,
          unit: 'times',
          better: 'less',
          ...(aims && { aims }),
        },
      ]
    }),
    ...Object.entries(methods).map(([method, words]): [string, Figure] => [
      `${id}.${method}Us`,
      { title: `${words} of one with ${what}`, unit: 'µs', better: 'less', isDetail: true },
    ]),
    [`${id}.rate`, { title: `deliveries/s with ${what}, to almost empty`, unit: 'times', better: 'more' }],
  ]
}

function readFigures(kind: string): [string, Figure][] {
  return [
    [`reads.${kind}.p50`, { title: `read ${READ_TITLES[kind]}: median`, unit: 'ms', better: 'less' }],
    [
      `reads.${kind}.p99`,
      { title: `read ${READ_TITLES[kind]}: p99`, unit: 'ms', better: 'less', isDetail: true },
    ],
  ]
}

function badReceiverFigures(): [string, Figure][] {
  return NEIGHBOURS.slice(1).map((name) => [
    `neighbour.${name}`,
    {
      title: `p95 beside a receiver that does ${name}, to that beside a good one`,
      unit: 'times',
      better: 'less',
    },
  ])
}

function costFigures(fanOut: number): [string, Figure][] {
  const ratioAims = COST_RATIO_AIMS[fanOut]
  const cost = (name: string, title: string, given: Partial<Figure> = {}): [string, Figure] => [
    `cost${fanOut}.${name}`,
    { title, unit: name.endsWith('Us') ? 'µs' : 'bytes', better: 'less', ...given },
  ]
  return [
    cost('serviceUs', `processor time of one delivery, fan-out ${fanOut}: the service`),
    cost('databaseUs', 'the same: PostgreSQL'),
    cost('bareUs', 'the same: the bare signed loop'),
    cost('ratio', 'service and PostgreSQL together, to the bare signed loop', {
      unit: 'times',
      ...(ratioAims && { aims: ratioAims }),
    }),
    ...Object.entries(COST_NAMES)
      .filter(([name]) => name !== 'databaseUs')
      .map(([name, title]) => cost(name, `one delivery at fan-out ${fanOut}: ${title}`, { isDetail: true })),
    [
      `cost${fanOut}.connections`,
      { title: 'connections to PostgreSQL', unit: 'count', better: 'less', isDetail: true },
    ],
    [
      `cost${fanOut}.databaseMb`,
      { title: 'memory of PostgreSQL', unit: 'MB', better: 'less', isDetail: true },
    ],
  ]
}
