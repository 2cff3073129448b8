import type { replacement as contract } from '#contract/replacement.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { mayChoose } from '../../foundation/filters/index.ts'
import { replacementPlan } from './plan.ts'
import { planReplacement } from './planYear.ts'
import { listReplacements } from './rows.ts'

export const replacementHandlers: Handlers<typeof contract> = {
  async getReplacementPlan(scope, { body }) {
    await mayChoose(scope, [body.filter], 'body.filter')
    return replacementPlan(scope, body)
  },
  async listReplacements(scope, { body }) {
    await mayChoose(scope, [body.filter], 'body.filter')
    return listReplacements(scope, body)
  },
  planReplacement: (scope, { params, body }) => planReplacement(scope, params.id, body),
}
