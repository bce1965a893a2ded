import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { presetRuleOf } from '../../../presets/preset-rule.ts'
import { Type } from '../../routes/schema-builder.ts'
import { idSchema } from '../shapes.ts'

/** Webhooks that the status names. */
const NAMED_MAX = 5

export const ruleProposalsSchema = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many there are.' }),
    webhooks: Type.Array(
      Type.Object({
        webhook_id: idSchema('The webhook.'),
        name: Type.String(),
        preset: Type.String({ description: 'The preset whose rule would notice a login page.' }),
      }),
      { maxItems: NAMED_MAX, description: 'The first of them, by id.' },
    ),
  },
  {
    description:
      'Enabled webhooks that count a login page as delivered, though the preset of their address has a rule that would notice it.',
  },
)

/** Lists the enabled webhooks to which the rule of a preset is proposed. */
export function toRuleProposals(webhooks: readonly Webhook[]) {
  const proposed = webhooks.flatMap((webhook) => {
    const rule = webhook.enabled ? presetRuleOf(webhook) : undefined
    return rule?.isProposed ? { webhook_id: webhook.id, name: webhook.name, preset: rule.preset } : []
  })
  return { count: proposed.length, webhooks: proposed.slice(0, NAMED_MAX) }
}
