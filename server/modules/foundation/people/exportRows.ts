import { and, asc, isNull, sql } from 'drizzle-orm'
import * as tables from '#db/schema/index.ts'
import {
  column,
  idsInParts,
  inOrderOf,
  instantCell,
  isIn,
  type ExportCell,
  type ExportSource,
} from '#kernel/data/exportSource.ts'
import { orderOf } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { usersWhere, type Question } from './listWhere.ts'
import { selectUsers, sortColumns, type Selected } from './rows.ts'

export const exportColumns = [
  column('email', 'field_email'),
  column('firstName', 'field_firstName'),
  column('lastName', 'field_lastName'),
  column('phone', 'field_phone'),
  column('language', 'field_language'),
  column('roles', 'field_roles'),
  column('allEquipment', 'field_allEquipment'),
  column('equipmentTypeIds', 'field_equipmentTypeIds'),
  column('allLocations', 'field_allLocations'),
  column('locationTypeIds', 'field_locationTypeIds'),
  column('allProcedures', 'field_allProcedures'),
  column('procedureTypeIds', 'field_procedureTypeIds'),
  column('orgEntity', 'field_orgEntity'),
  column('state', 'field_state'),
  column('lastSignInAt', 'lastSignInAt'),
]

export const peopleExport: ExportSource<Question> = {
  async open(scope, question) {
    scope.must('editor|users')
    const columns = sortColumns(scope)
    return {
      ...(await idsInParts(scope, {
        table: tables.user,
        joins: sql`join ${tables.person} on ${tables.person.id} = ${tables.user.personId}`,
        // Anonymised people have no address.
        where: ofCompany(
          tables.user,
          scope.actor.companyId,
          and(usersWhere(question), isNull(tables.user.anonymisedAt)),
        ),
        order: orderOf(scope, question.sort, columns, tables.user.id, [
          asc(columns.name),
          asc(tables.user.id),
        ]),
      })),
      columns: exportColumns,
      async read(inner, part) {
        inner.must('editor|users')
        const rows = await selectUsers(inner, isIn(tables.user.id, part))
        return inOrderOf(part, rows, ({ user }) => user.id).map(cellsOf)
      },
    }
  },
}

function cellsOf({
  user: row,
  email,
  phone,
  roles,
  typeNames,
  orgEntity,
  state,
}: Selected): ExportCell[] {
  return [
    email,
    row.firstName,
    row.lastName,
    phone,
    row.language,
    roles.map(({ name }) => name).join('; '),
    row.allEquipment,
    typeNames.equipment.join('; '),
    row.allLocations,
    typeNames.location.join('; '),
    row.allProcedures,
    typeNames.procedure.join('; '),
    orgEntity?.name ?? null,
    { key: state, word: `userState_${state}` },
    instantCell(row.lastSignInAt),
  ]
}
