import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { defineNoun } from '../program/taught-command.ts'
import { defineDelete } from '../resource/delete.ts'
import { showListedWarnings } from '../view/match-warnings.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/show.ts'
import { asText } from '../view/json-value.ts'
import { showWindow, windowColumns } from './window-view.ts'
import { defineWindowAdd, defineWindowEdit, defineWindowOccurrence } from './window-write.ts'
import { commandLine } from '../program/command-line.ts'

export function defineWindow(context: CliContext): Command {
  return defineNoun(
    'window',
    {
      summary: 'silence again and again, in maintenance windows',
      description:
        'A maintenance window silences the alerts and job runs that its matchers meet, each time that it occurs. Each occurrence is a silence: tocsin silence list shows it from a day before it begins. tocsin window skip cancels one, however early.',
      examples: [
        [
          'tocsin window add --name "Sunday patching" --match \'server=~"db-.*"\' --weekly sun --at 22:00 --for 4h --reason "patches"',
          'every Sunday night, in the time zone of this machine',
        ],
        ['tocsin window list', 'all windows, and when they begin next'],
        ['tocsin window show 2', 'the next five occurrences, in its zone and in UTC'],
      ],
    },
    [
      defineWindowAdd(context),
      defineWindowList(context),
      defineWindowShow(context),
      defineWindowEdit(context),
      defineWindowOccurrence(context, 'skip'),
      defineWindowOccurrence(context, 'restore'),
      defineWindowDelete(context),
    ],
  )
}

function defineWindowList(context: CliContext): Command {
  return defineList(context, {
    path: '/v1/windows',
    help: {
      summary: 'list maintenance windows',
      description: 'Lists maintenance windows, newest first, and when they begin next.',
      examples: [['tocsin window list', 'the first 50']],
    },
    columns: windowColumns,
    whenEmpty: {
      noun: ['maintenance window', 'maintenance windows'],
      remedy: `Add one with: ${commandLine('window add')}`,
    },
    after: (screen, windows) => showListedWarnings(screen, 'window', windows),
  })
}

function defineWindowShow(context: CliContext): Command {
  return defineShow(context, {
    path: '/v1/windows/{id}',
    argument: 'id of the maintenance window',
    help: {
      summary: 'show a maintenance window',
      description: 'Shows its matchers, its rule, and its next five occurrences, in its zone and in UTC.',
      examples: [['tocsin window show 2', 'the maintenance window with the id 2']],
    },
    draw: (screen, window, { now }) => showWindow(screen, window, now),
  })
}

function defineWindowDelete(context: CliContext): Command {
  return defineDelete(context, {
    path: '/v1/windows/{id}',
    help: {
      summary: 'delete a maintenance window',
      description:
        'Deletes a maintenance window. If it is under way, it ends: receivers get the current state of what it held. Asks first; a script says --yes.',
      examples: [
        ['tocsin window delete 2', 'asks whether it is the right one'],
        ['tocsin window delete 2 --yes', 'does not ask'],
      ],
    },
    noun: 'maintenance window',
    pronoun: 'it',
    describe: ({ id, name }) => `maintenance window ${asText(id)}, "${asText(name)}"`,
  })
}
