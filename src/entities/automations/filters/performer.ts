import type { BlankFilter } from '#contract/automation/filters.ts'
import type { BlankText } from '../clause.ts'
import { asObject, idsOf, type Box } from '../storedVerdict.ts'
import type { FilterWords } from '../useWords.ts'
import type { FilterPage } from './kind.ts'

export const performer = {
  sentence: (filter, words) => ({
    people: usersAndRoles(filter, words),
  }),
  blanks: { people: 'own' },
  verdict({ expected, saw: sawRaw, passed }, words) {
    const saw = asObject(sawRaw)
    return {
      wanted: peopleText(expected, words),
      saw: peopleText({ ...saw, roleIds: passed ? idsOf(saw['roleIds']) : [] }, words),
    }
  },
} satisfies FilterPage<'performer'>

function usersAndRoles(
  { userIds, roleIds }: BlankFilter<'performer'>,
  { names, naming }: FilterWords,
): BlankText {
  if (userIds.length === 0) return naming.many('role', roleIds, 'people')
  if (roleIds.length === 0) return naming.many('user', userIds, 'people')
  const [users, roles] = [
    naming.many('user', userIds, 'people'),
    naming.many('role', roleIds, 'people'),
  ]
  return {
    words: `${roles.words}, ${users.words}`,
    isMissing:
      userIds.some((id) => names.isMissing('user', id)) ||
      roleIds.some((id) => names.isMissing('role', id)),
  }
}

function peopleText(side: Box, { format, naming }: FilterWords): string {
  const users = [...idsOf(side['userIds']), ...idsOf([side['userId']])].map((id) =>
    naming.nameOf('user', id),
  )
  return format.list(
    [...idsOf(side['roleIds']).map((id) => naming.nameOf('role', id)), ...users],
    'disjunction',
  )
}
