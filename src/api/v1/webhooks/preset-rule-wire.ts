import type { PresetRule } from '../../../presets/preset-rule.ts'
import { Type } from '../../routes/schema-builder.ts'
import { resourceOf } from '../resource.ts'
import { RESPONSE_RULE, toResponseRuleWire } from './response-rule-wire.ts'

/** The rule that the preset of a webhook's address has. */
export const presetRule = resourceOf<PresetRule>()(
  {
    preset: Type.String({ description: 'The preset whose receivers have such an address.' }),
    response_rule: [RESPONSE_RULE, ({ responseRule }) => toResponseRuleWire(responseRule)],
    proposed: [
      Type.Boolean({
        description: 'The webhook counts a login page as delivered, and this rule would notice it.',
      }),
      'isProposed',
    ],
  },
  { title: 'PresetRule' },
)
