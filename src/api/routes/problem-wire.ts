import { PROBLEM_AREAS } from '../../domain/health-problem.ts'
import { Type } from './schema-builder.ts'

/** Something that is wrong while the node goes on. */
export const healthProblemSchema = Type.Object(
  {
    path: Type.Enum([...PROBLEM_AREAS], { description: 'The part of the service that has the problem.' }),
    message: Type.String({ description: 'The same as a sentence.' }),
  },
  { title: 'HealthProblem' },
)
