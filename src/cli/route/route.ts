import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'
import { defineRoutePreview } from './route-preview.ts'
import { defineRouteTest } from './route-test.ts'

export function defineRoute(context: CliContext): Command {
  return defineNoun(
    'route',
    {
      summary: 'say who would be notified, before anything happens',
      description:
        'A webhook takes the events that its payload type, its flags and its matchers (--match) fit. These commands say what that means for an alert, and for the last events.',
      examples: [
        [
          'tocsin route test --label team=dba --severity low',
          'who would be notified of such an alert, and who not',
        ],
        [
          'tocsin route preview --match \'label.team="dba"\'',
          'which of the last events a new webhook would get',
        ],
      ],
    },
    [defineRouteTest(context), defineRoutePreview(context)],
  )
}
