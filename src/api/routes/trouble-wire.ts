import { TROUBLED_PARTS } from '../../domain/trouble.ts'
import { Type } from './schema-builder.ts'

/** Something that is wrong while the node goes on. */
export const troubleSchema = Type.Object(
  {
    path: Type.Enum([...TROUBLED_PARTS], { description: 'What it is wrong with.' }),
    message: Type.String({ description: 'The same as a sentence.' }),
  },
  { title: 'Trouble' },
)
