import { wantsNoWebPage } from './content-type.ts'
import type {
  PartOperator,
  ResponseCondition,
  ResponsePart,
  ResponseRule,
} from '../receiver/response-rule.ts'

/** Says in a few words which 2xx count as accepted: `status 202, no web page`. */
export function describeResponseRule(rule: ResponseRule | null): string {
  return rule === null ? 'any 2xx' : rule.map(describeCondition).join(', ')
}

const PART_WORDS: Readonly<Record<ResponsePart, string>> = {
  status: 'status',
  content_type: 'content type',
  body: 'body',
}

const OPERATOR_WORDS: Readonly<Record<PartOperator, string>> = {
  equals: '',
  not_equals: 'other than ',
  matches: 'like ',
}

function describeCondition(condition: ResponseCondition): string {
  if (wantsNoWebPage(condition)) return 'no web page'
  switch (condition.kind) {
    case 'part': {
      const { part, operator, value } = condition
      const shown = part === 'body' || operator === 'matches' ? JSON.stringify(value) : value
      return `${PART_WORDS[part]} ${OPERATOR_WORDS[operator]}${shown}`
    }
    case 'json':
      return `JSON with ${condition.member} ${JSON.stringify(condition.equals)}`
    case 'json_matches':
      return `JSON with ${condition.member} like ${JSON.stringify(condition.pattern)}`
    case 'contains':
      return `body with ${JSON.stringify(condition.text)}`
    case 'lacks':
      return `body without ${JSON.stringify(condition.text)}`
  }
}
