import type { TSchema } from 'typebox'
import { SETTINGS, type AnySetting } from '../../../domain/definition/webhook-settings.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { Type } from '../../routes/schema-builder.ts'

/** The schemas of the settings that are one word, number or text, by their members; made from the table of settings. */
export function settingSchemas(use: 'shown' | 'written'): Readonly<Record<string, TSchema>> {
  const described = SETTINGS.filter(({ about }) => about !== undefined)
  return Object.fromEntries(described.map((setting) => [setting.wire, schemaOf(setting, use)]))
}

/** A text or null, as one type: a union would make two sentences of one mistake. */
function schemaOf(setting: AnySetting, use: 'shown' | 'written'): TSchema {
  const { description = '', examples, former } = setting.about ?? {}
  if (setting.stored === 'word')
    return Type.Enum([...setting.words], { description, ...(former !== undefined && { 'x-former': former }) })
  if (setting.stored === 'flag') return Type.Boolean({ description })
  const text = setting.stored === 'text' ? setting : setting.spelling
  if (text) {
    const { charactersMax, pattern } = text
    const schema = Type.Unsafe({ type: ['string', 'null'], maxLength: charactersMax, description })
    return use === 'shown'
      ? schema
      : documented(schema, {
          ...(pattern !== undefined && { pattern }),
          ...(examples && { examples: [...examples] }),
        })
  }
  const [minimum, maximum] = setting.option?.between ?? [0, Number.MAX_SAFE_INTEGER]
  return Type.Unsafe({ type: ['integer', 'null'], minimum, maximum, description })
}
