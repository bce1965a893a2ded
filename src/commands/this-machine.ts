import type { Machine } from '../../cli/program/machine.ts'
import { readReferencedFile } from '../config/referenced-file.ts'
import { homeFolder } from '../config/this-user.ts'
import { explainAccess } from '../runtime/file-access.ts'
import { findLocalService } from './local-service.ts'

export const THIS_MACHINE: Machine = { homeFolder, findLocalService, explainAccess, readReferencedFile }
