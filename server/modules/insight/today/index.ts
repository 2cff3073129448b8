import type { today as contract } from '#contract/today.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { readBehind } from './behind.ts'
import { companyFigures } from './figures.ts'
import { upkeep } from './upkeep.ts'

export const todayHandlers: Handlers<typeof contract> = {
  getCompanyFigures: companyFigures,
  getBehind: readBehind,
  getUpkeep: upkeep,
}
