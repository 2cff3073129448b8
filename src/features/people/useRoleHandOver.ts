import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionGroup } from '#contract/people/permissions.ts'
import { peopleCalls } from '#entities/calls/people.ts'
import type { RoleRow } from './roleRow.ts'
import { useHandOverQuestion, type Answer } from './useHandOverQuestion.tsx'

/**
 * Asks about open tickets if people with the role would no longer handle tickets with these
 * permissions. `ask` gives null if cancelled.
 */
export function useRoleHandOver(): {
  ask(role: RoleRow, permissions: readonly PermissionGroup[]): Promise<Answer>
  dialog: ReactNode
} {
  const { t } = useTranslation('people')
  const [countUnable] = peopleCalls.useLazyCountUnableTicketsOfRoleQuery()
  const { ask, dialog } = useHandOverQuestion()
  return {
    async ask(role, permissions) {
      const handled = (groups: readonly PermissionGroup[]) => groups.includes('editor|tickets')
      if (!handled(role.permissions) || handled(permissions)) return {}
      const { unable } = await countUnable({
        params: { id: role.id },
        body: { permissions: [...permissions] },
      }).unwrap()
      return unable === 0
        ? {}
        : ask({ says: t('impact.unseen', { count: unable }), leaverId: null })
    },
    dialog,
  }
}
