import type { duties as contract } from '#contract/duties/duties.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { answerDutyChange, createDutyChange, removeDutyChange } from './changes.ts'
import { createDuty, deleteDuty, listDuties, updateDuty } from './duties.ts'
import { rehearseDuty } from './rehearse.ts'
import { spansOfDuty } from './spans.ts'

type Taking = Pick<Handlers<typeof contract>, 'listDutyCalls' | 'takeAlert'>

/** Taking up a ticket is passed in: it is above this module. */
export const dutyHandlers = (taking: Taking): Handlers<typeof contract> => ({
  ...taking,
  listDuties: (scope, { body }) => listDuties(scope, body),
  createDuty: (scope, { body }) => createDuty(scope, body),
  updateDuty: (scope, { params, body }) => updateDuty(scope, params.id, body),
  async deleteDuty(scope, { params }) {
    await deleteDuty(scope, params.id)
    return { deleted: true }
  },
  getDutySpans: (scope, { params, body }) => spansOfDuty(scope, params.id, body),
  rehearseDuty: (scope, { params }) => rehearseDuty(scope, params.id),
  createDutyChange: (scope, { params, body }) => createDutyChange(scope, params.id, body),
  answerDutyChange: (scope, { params, body }) => answerDutyChange(scope, params.id, body.accepts),
  async removeDutyChange(scope, { params }) {
    await removeDutyChange(scope, params.id)
    return { deleted: true }
  },
})
