import { and, inArray, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { people as contract } from '#contract/people/people.ts'
import * as tables from '#db/schema/index.ts'
import { ownedBy, searchIn } from '#kernel/data/listQueries.ts'
import { hasNoRole, searchOf, stateOf } from './rows.ts'

export type Question = Omit<z.output<typeof contract.listUsers.body>, 'limit' | 'offset'>

export const usersWhere = (question: Question): SQL | undefined =>
  and(
    searchIn(searchOf, question.search),
    question.roleIds?.length
      ? sql`exists (select from ${tables.userRole}
          where ${tables.userRole.companyId} = ${tables.user.companyId} and ${tables.userRole.userId} = ${tables.user.id}
          and ${inArray(tables.userRole.roleId, question.roleIds)})`
      : undefined,
    question.hasNoRole === true ? hasNoRole : undefined,
    question.states?.length ? inArray(stateOf, question.states) : undefined,
    question.orgEntityIds?.length
      ? ownedBy(tables.user.orgEntityId, question.orgEntityIds)
      : undefined,
  )
