import type { Command } from 'commander'
import { SILENCE_STATES, type SilenceState } from '../../domain/silence/silence.ts'
import { ask } from '../client/ask.ts'
import { actOnService } from '../client/client-command.ts'
import { parseId, severalOf } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { defineNoun, TaughtCommand } from '../program/taught-command.ts'
import { showListedWarnings } from '../view/match-warnings.ts'
import { defineList } from '../resource/list.ts'
import { defineShow } from '../resource/show.ts'
import { defineSilenceAdd } from './silence-add.ts'
import { defineSilenceEdit } from './silence-edit.ts'
import { describeHeld, showIdle, showSilence, silenceColumns } from './silence-view.ts'

export function defineSilence(context: CliContext): Command {
  return defineNoun(
    'silence',
    {
      summary: 'hold notifications for a while',
      description:
        'A silence holds notifications of the alerts and job runs that its matchers meet, until it ends. The clear of an alert that was notified is still sent; when the silence ends, receivers get the current state of what they missed, once.',
      examples: [
        [
          'tocsin silence add --match \'server="db-1"\' --for 2h --reason "patching"',
          'for two hours from now on',
        ],
        [
          'tocsin silence add --match \'server="db-1"\' --while -- pg_upgrade --jobs 4',
          'for as long as a command runs',
        ],
        ['tocsin silence list', 'what is silenced now or later'],
        ['tocsin silence end 5', 'end it now: what it held is sent'],
      ],
    },
    [
      defineSilenceAdd(context),
      defineSilenceList(context),
      defineSilenceShow(context),
      defineSilenceEdit(context),
      defineSilenceEnd(context),
    ],
  )
}

function defineSilenceList(context: CliContext): Command {
  return defineList(context, {
    path: '/v1/silences',
    help: {
      summary: 'list silences',
      description:
        'Lists the silences that are active or begin later, newest first. Those that have ended are kept as long as events.',
      examples: [
        ['tocsin silence list', 'active and pending ones'],
        ['tocsin silence list --state expired', 'those that have ended'],
      ],
    },
    addFilter: (command) =>
      command.option(
        '--state <states>',
        `${SILENCE_STATES.join(', ')}; several with commas (default: pending,active)`,
        severalOf(SILENCE_STATES),
      ),
    query: ({ state = ['pending', 'active'] }: { readonly state?: readonly SilenceState[] }) => ({
      state: state.join(','),
    }),
    columns: silenceColumns,
    whenEmpty: {
      noun: ['silence', 'silences'],
      remedy: 'Add one with: tocsin silence add',
      leftOut: 'No silence is active or planned. Those that have ended: tocsin silence list --state expired',
    },
    after: (screen, silences, now) => {
      showListedWarnings(screen, 'silence', silences)
      showIdle(screen, silences, now)
    },
  })
}

function defineSilenceShow(context: CliContext): Command {
  return defineShow(context, {
    path: '/v1/silences/{id}',
    argument: 'id of the silence',
    help: {
      summary: 'show a silence',
      description: 'Shows its matchers, its times, its reason, and what it holds now.',
      examples: [['tocsin silence show 5', 'the silence with the id 5']],
    },
    draw: (screen, silence, { now }) => showSilence(screen, silence, now),
  })
}

function defineSilenceEnd(context: CliContext): Command {
  const command = new TaughtCommand('end', {
    summary: 'end a silence now',
    description:
      'Ends a silence. Receivers get the current state of the alerts that it held, unless they have it already.',
    examples: [['tocsin silence end 5', 'the silence with the id 5']],
  })
  command.argument('<id>', 'id of the silence', parseId)
  return actOnService(command, context, async ({ client, print }, _options, [id = '']) => {
    const { json: before } = await ask(client, 'GET', '/v1/silences/{id}', { id })
    const { text } = await ask(client, 'DELETE', '/v1/silences/{id}', { id })
    print(text, (screen) => screen.line(`Silence ${id} has ended. ${describeHeld(before)}`))
  })
}
