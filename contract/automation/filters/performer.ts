import { z } from 'zod'
import { ids } from '#contract/ids.ts'
import type { FilterOf } from './kind.ts'

export const performer = z
  .strictObject({
    kind: z.literal('performer'),
    userIds: ids('user').max(500),
    roleIds: ids('role').max(100),
  })
  .refine(({ userIds, roleIds }) => userIds.length + roleIds.length > 0, 'Say who')

export const performerKind: FilterOf<z.infer<typeof performer>> = {
  names: { userIds: 'user', roleIds: 'role' },
  fresh: () => ({ kind: 'performer', userIds: [], roleIds: [] }),
  faults: ({ userIds, roleIds }) =>
    userIds.length + roleIds.length === 0 ? ['performersMissing'] : [],
  judge: ({ userIds, roleIds }, { performerId, performerRoleIds }) => ({
    expected: { userIds, roleIds },
    saw: { userId: performerId, roleIds: performerRoleIds },
    passed:
      userIds.some((id) => id === performerId) ||
      roleIds.some((id) => performerRoleIds.includes(id)),
  }),
}
