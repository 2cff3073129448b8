import type { today as contract } from '#contract/today.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { loadOverdueWork } from './behind.ts'
import { companyFigures } from './figures.ts'
import { loadUpkeep } from './loadUpkeep.ts'

export const todayHandlers: Handlers<typeof contract> = {
  getCompanyFigures: companyFigures,
  getBehind: loadOverdueWork,
  getUpkeep: loadUpkeep,
}
