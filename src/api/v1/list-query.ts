import { ASKED_LABELS_MAX, parsePair, type Pair } from '../../domain/alert/text-filter.ts'
import type { Filter, Filters, ValueOf } from '../../domain/filter/filter.ts'
import { DURATION_PATTERN, parseDuration } from '../../domain/spelling.ts'
import { Type } from '../routes/schema-builder.ts'
import { EXAMINED_NOTE } from './paging.ts'
import {
  anyOf,
  FILTER_TEXT_MAX,
  flag,
  instant,
  oneOf,
  single,
  text,
  wholeNumber,
  type Parameter,
} from './query.ts'

type ParametersOf<Given extends Filters> = { readonly [Name in keyof Given]: Parameter<ValueOf<Given[Name]>> }

/** The query parameters of the filters of a list. */
export function parametersOf<const Given extends Filters>(filters: Given): ParametersOf<Given> {
  const entries = Object.entries(filters).map(([name, filter]) => [name, parameterOf(filter)])
  // The kind of each filter says what its parameter is parsed to.
  return Object.fromEntries(entries) as ParametersOf<Given>
}

function parameterOf(filter: Filter): Parameter<unknown> {
  const { wire } = filter
  const about = filter.isExamined ? `${filter.about} ${EXAMINED_NOTE}` : filter.about
  switch (filter.kind) {
    case 'text':
      return text(wire, about)
    case 'flag':
      return flag(wire, about)
    case 'id':
      return wholeNumber(wire, { description: about })
    case 'from':
    case 'until':
      return instant(wire, about)
    case 'word':
      return oneOf(wire, filter.words, about)
    case 'words':
      return anyOf(wire, filter.words, about)
    case 'pairs':
      return pairs(wire, about)
    case 'duration':
      return duration(wire, about)
  }
}

function duration(name: string, description: string): Parameter<number> {
  const schema = Type.String({ maxLength: 20, pattern: DURATION_PATTERN })
  return single({ name, description, schema, parse: parseDuration })
}

function pairs(name: string, description: string): Parameter<readonly Pair[]> {
  return {
    name,
    description,
    schema: Type.Array(Type.String({ maxLength: FILTER_TEXT_MAX }), {
      minItems: 1,
      maxItems: ASKED_LABELS_MAX,
    }),
    parse: (texts) => {
      if (texts.length > ASKED_LABELS_MAX) throw new Error(`must stand at most ${ASKED_LABELS_MAX} times`)
      return texts.map(readPair)
    },
  }
}

/** Throws an Error that completes the name of the parameter. */
export function readPair(text: string): Pair {
  const pair = parsePair(text)
  if (!pair || text.length > FILTER_TEXT_MAX) {
    throw new Error(
      `must be a name, an equals sign and a value, at most ${FILTER_TEXT_MAX} characters, such as team=dba`,
    )
  }
  return pair
}
