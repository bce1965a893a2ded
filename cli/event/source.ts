import { defineNoun } from '../program/command.ts'
import { defineList } from '../resource/list.ts'
import { asText, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'

export const defineSource = defineNoun('source', {
  summary: 'see where alerts and job runs come from',
  description:
    'A source is a monitor that reports here, or a database that is asked: a job scheduler, or NOTIFY. They are set up in a file (TOCSIN_SOURCES_FILE).',
  examples: { 'tocsin source list': 'all of them, with their last reports, and what is wrong' },
  verbs: (context) => [defineSourceList(context)],
})

const defineSourceList = defineList({
  path: '/v1/sources',
  help: {
    summary: 'list sources',
    description:
      'Lists every source with its address, when something new of it came last, and what is wrong with it. Those that report here are there without being set up.',
    examples: {
      'tocsin source list': 'all of them',
      'tocsin source list --json': 'the same for programs, with how far each has been read',
    },
  },
  isWhole: true,
  columns: (now) => [
    { title: 'NAME', cell: (source) => asText(source.name) },
    { title: 'DIALECT', cell: (source) => asText(source.dialect) },
    { title: 'STATE', cell: stateOf },
    { title: 'LAST REPORT', cell: (source) => describeTime(source.last_reported_at, now) },
    { title: 'LAST CHECKED', cell: (source) => describeTime(source.checked_at, now) },
    { title: 'ADDRESS', cell: (source) => asText(source.address), shrinks: true },
  ],
  after: (screen, sources, now) => {
    for (const { name, failure, failing_since: since } of sources) {
      if (typeof failure !== 'string') continue
      screen.line('')
      screen.line(`${asText(name)} fails since ${describeTime(since, now)}: ${failure}`)
    }
  },
})

function stateOf(source: Received<'Source'>): string {
  if (typeof source.failure === 'string') return 'fails'
  return source.last_reported_at === null && source.checked_at === null ? 'no report yet' : 'fine'
}
