import { z } from 'zod'
import { id } from '#contract/ids.ts'
import type { Blank, BlankFault } from '../blank.ts'
import type { NamePaths } from '../names.ts'

export const assignBy = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('user'), userId: id('user') }),
  z.strictObject({ by: z.literal('question'), questionId: id('surveyQuestion') }),
  z.strictObject({ by: z.literal('duty'), dutyId: id('duty') }),
  z.strictObject({ by: z.literal('rule'), ruleId: id('assignRule') }),
])
export type AssignBy = z.infer<typeof assignBy>

export const namesOfAssign = (path: string): NamePaths => ({
  [`${path}.userId`]: 'user',
  [`${path}.questionId`]: 'surveyQuestion',
  [`${path}.dutyId`]: 'duty',
  [`${path}.ruleId`]: 'assignRule',
})

export function assignFaults(assign: Blank<AssignBy>): BlankFault[] {
  switch (assign.by) {
    case 'user':
      return assign.userId === null ? ['userMissing'] : []
    case 'question':
      return assign.questionId === null ? ['questionMissing'] : []
    case 'duty':
      return assign.dutyId === null ? ['dutyMissing'] : []
    case 'rule':
      return assign.ruleId === null ? ['ruleMissing'] : []
  }
}
