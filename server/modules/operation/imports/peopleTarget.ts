/**
 * Imports people. A new person is invited and must accept. Nobody gets permissions that the
 * importer could not grant by hand (decision 56).
 */
import { inArray, sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { ImportField } from '#contract/imports.ts'
import { isLanguage, type Language } from '#contract/languages.ts'
import { userStates } from '#contract/people/people.ts'
import { isPhone } from '#contract/rules/phone.ts'
import * as tables from '#db/schema/index.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { recordSecurity } from '#kernel/access/securityLog.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Kernel } from '#kernel/kernel.ts'
import {
  fieldsBeyond,
  invitationsLeft,
  inviteUser,
  isAdministrator,
  acceptedPeople,
  permissionsOfRoles,
  selectUsers,
  updateUser,
  withdrawInvitation,
  type SelectedUser,
} from '../../foundation/people/index.ts'
import { countUnable } from '../../work/tickets/index.ts'
import { ownerNameIn, ownersNamed, type Owners } from './found.ts'
import { idsNamed, namedRows, type Named } from './named.ts'
import { addFault, type ReadRow } from './readRow.ts'
import {
  actionOf,
  currentValues,
  changedFields,
  givenTexts,
  type FieldChange,
  type Target,
  type Written,
} from './target.ts'
import { wordReader } from './words.ts'

type Change = Parameters<typeof updateUser>[4]

const stateIn = wordReader(userStates, (state) => `userState_${state}`)
const flags = ['allEquipment', 'allLocations', 'allProcedures'] as const
const lists = ['roles', 'equipmentTypeIds', 'locationTypeIds', 'procedureTypeIds'] as const
type ListField = (typeof lists)[number]

export const peopleTarget: Target = {
  async order(scope, rows) {
    const known = await usersOf(scope, rows)
    const unknown = rows.filter(({ key }) => key !== '' && !known.has(key.toLowerCase()))
    for (const read of unknown.slice(await invitationsLeft(scope)))
      addFault(read, 'email', 'invitationsUsedUp')
    return [...rows]
  },
  async plan(scope, rows) {
    const around = await aroundOf(scope, rows)
    const planned = []
    for (const read of rows) {
      const old = around.users.get(read.key.toLowerCase())
      const stored = old && textOf(old)
      const { change, said } = changeOf(scope, around, read, old)
      await checkRights(scope, read, { old, change })
      if (old?.user.anonymisedAt != null) addFault(read, 'email', 'cannotChange')
      const changes = changedFields(
        stored,
        givenTexts(read, { ...said, state: stateSaid(read, old) }),
      )
      if (old !== undefined && changes.some(({ field }) => field === 'phone'))
        addFault(read, 'phone', 'cannotChange')
      const action = actionOf(read, old !== undefined, changes)
      const lost = old && action === 'update' ? await ticketsLost(scope, old, change) : null
      planned.push({
        read,
        action,
        changes: lost === null ? changes : [...changes, lost.change],
        ...(lost !== null && { lostTickets: lost.count }),
      })
    }
    return planned
  },
  async write(scope, planned, { kernel }) {
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    const around = await aroundOf(
      scope,
      rows.map(({ read }) => read),
    )
    const written: Written[] = []
    for (const { read } of rows) {
      const old = around.users.get(read.key.toLowerCase())
      const { change } = changeOf(scope, around, read, old)
      if (old === undefined) {
        const { id } = await inviteUser(kernel, scope, newUser(read, change))
        written.push({ id, name: read.name, before: null })
      } else {
        await write(kernel, scope, old.user.id, old.user.version, change)
        const before = { ...old.user, roleIds: old.roles.map(({ id }) => id) }
        written.push({ id: old.user.id, name: read.name, before: currentValues(before, change) })
      }
    }
    return written
  },
  editor: 'editor|users',
  tags: ['User', 'Role'],
  undo: {
    table: tables.user,
    held: (scope, ids) => acceptedPeople(scope, ids as readonly Id<'user'>[]),
    async remove(scope, ids) {
      for (const id of ids) await withdrawInvitation(scope, id as Id<'user'>)
    },
    async restore(scope, changed, kernel) {
      for (const { id, version, before } of changed)
        await write(kernel, scope, id as Id<'user'>, version, before as Change)
    },
  },
}

/** Open tickets that the person could no longer see or handle, as a line of the preview. */
async function ticketsLost(
  scope: Scope,
  { user }: SelectedUser,
  change: Change,
): Promise<{ count: number; change: FieldChange } | null> {
  const { roleIds, allEquipment, allLocations, equipmentTypeIds, locationTypeIds } = change
  const rights = { roleIds, allEquipment, allLocations, equipmentTypeIds, locationTypeIds }
  const given = Object.fromEntries(
    Object.entries(rights).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(given).length === 0) return null
  const whose = { userIds: [user.id] }
  const after = await countUnable(scope, whose, given)
  if (after.unable === 0) return null
  const before = await countUnable(scope, whose, {})
  return after.unable <= before.unable
    ? null
    : {
        count: after.unable - before.unable,
        change: {
          field: 'handledTickets',
          before: String(before.all - before.unable),
          after: String(after.all - after.unable),
        },
      }
}

async function write(
  kernel: Kernel,
  scope: Scope,
  id: Id<'user'>,
  version: number,
  change: Change,
): Promise<void> {
  await updateUser(kernel, scope, id, version, change)
  await recordSecurity(kernel, scope.db, {
    kind: 'rightsChanged',
    companyId: scope.actor.companyId,
    userId: id,
    byUserId: scope.actor.userId,
  })
}

interface Around {
  users: ReadonlyMap<string, SelectedUser>
  named: Record<ListField, Named>
  owners: Owners
}

async function usersOf(
  scope: Scope,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<string, SelectedUser>> {
  const addresses = [...new Set(rows.map(({ key }) => key.toLowerCase()))]
  const found =
    addresses.length === 0
      ? []
      : await selectUsers(scope, inArray(sql`lower(${tables.person.email})`, addresses))
  return new Map(found.map((one) => [one.email.toLowerCase(), one]))
}

async function aroundOf(scope: Scope, rows: readonly ReadRow[]): Promise<Around> {
  const { from } = scope
  const { role, equipmentType, locationType, procedureType } = tables
  return {
    users: await usersOf(scope, rows),
    owners: await ownersNamed(scope, rows),
    named: {
      roles: await namedRows(scope, role, {
        name: role.name,
        where: ofCompany(role, scope.actor.companyId),
      }),
      equipmentTypeIds: await namedRows(scope, equipmentType, {
        name: equipmentType.name,
        where: from.equipmentTypes(),
      }),
      locationTypeIds: await namedRows(scope, locationType, {
        name: locationType.name,
        where: from.locationTypes(),
      }),
      procedureTypeIds: await namedRows(scope, procedureType, {
        name: procedureType.name,
        where: from.procedureTypes(),
      }),
    },
  }
}

const idsOf = ({ user: row, roles }: SelectedUser, field: ListField): readonly number[] =>
  field === 'roles' ? roles.map(({ id }) => id) : row[field]

const textOf = ({
  user: row,
  email,
  phone,
  roles,
  typeNames,
  orgEntity,
  state,
}: SelectedUser): Record<string, string> => ({
  email: email.toLowerCase(),
  firstName: row.firstName,
  lastName: row.lastName,
  phone: phone ?? '',
  language: row.language,
  roles: roles.map(({ name }) => name).join('; '),
  equipmentTypeIds: typeNames.equipment.join('; '),
  locationTypeIds: typeNames.location.join('; '),
  procedureTypeIds: typeNames.procedure.join('; '),
  ...Object.fromEntries(flags.map((flag) => [flag, String(row[flag])])),
  orgEntity: orgEntity?.name ?? '',
  state,
})

function changeOf(
  scope: Scope,
  { named, owners }: Around,
  read: ReadRow,
  old: SelectedUser | undefined,
): { change: Change; said: Record<string, string> } {
  const { firstName, lastName, phone, orgEntity } = read.values
  const stored = old && textOf(old)
  const said: Record<string, string> = {}
  const change: Change = {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  }
  if (phone !== undefined && !isPhone(phone)) addFault(read, 'phone', 'notAPhone')
  const language = languageSaid(read, old === undefined ? scope.actor.language : undefined)
  if (language !== undefined) {
    change.language = language
    said['language'] = language
  }
  for (const flag of flags)
    if (read.values[flag] !== undefined) change[flag] = read.values[flag] === 'true'
  for (const field of lists) {
    const found = idsNamed(
      read,
      field,
      named[field],
      old && { text: stored?.[field] ?? '', ids: idsOf(old, field) },
    )
    if (found === undefined) continue
    said[field] = found.text
    Object.assign(change, { [field === 'roles' ? 'roleIds' : field]: found.ids })
  }
  const owner = orgEntity === stored?.['orgEntity'] ? orgEntity : ownerNameIn(owners, read)
  if (owner !== undefined) {
    said['orgEntity'] = owner
    const found = owners.get(orgEntity?.toLowerCase() ?? '')
    if (typeof found === 'object') change.orgEntityId = found.id
  }
  return { change, said }
}

function languageSaid(read: ReadRow, otherwise: Language | undefined): Language | undefined {
  const said = read.values['language']
  if (said === undefined) return otherwise
  const [language] = said.toLowerCase().split(/[-_]/)
  if (isLanguage(language)) return language
  addFault(read, 'language', 'notAChoice')
  return undefined
}

/** Checks the state column only: a membership begins by consent and ends on the user's page. */
function stateSaid(read: ReadRow, old: SelectedUser | undefined): string | undefined {
  const said = read.values['state']
  const state = said === undefined ? undefined : stateIn(said)
  if (said !== undefined && state === undefined) addFault(read, 'state', 'notAChoice')
  if (old === undefined) {
    if (state === 'inactive') addFault(read, 'state', 'cannotChange')
    return 'invited'
  }
  if (state !== undefined && state !== old.state) addFault(read, 'state', 'cannotChange')
  return state
}

const columnOf: Readonly<Record<string, 'roles'>> = { roleIds: 'roles' }

async function checkRights(
  scope: Scope,
  read: ReadRow,
  { old, change }: { old: SelectedUser | undefined; change: Change },
): Promise<void> {
  if (old === undefined)
    for (const field of ['firstName', 'lastName'] as const)
      if (change[field] === undefined) addFault(read, field, 'required')
  const { roleIds = old?.roles.map(({ id }) => id) ?? [] } = change
  if (old !== undefined && isAdministrator(old)) {
    const isKept = old.roles.every(({ id, key }) => key === null || roleIds.includes(id))
    if (!isKept) addFault(read, 'roles', 'cannotChange')
  }
  const after = {
    ...newUser(read, change),
    ...old?.user,
    ...change,
    permissions: await permissionsOfRoles(scope, roleIds),
  }
  for (const field of fieldsBeyond(scope, old, after))
    // the draft's fields have columns of the same name
    addFault(read, (columnOf[field] ?? field) as ImportField, 'beyondOwnRights')
}

const newUser = (
  { key, values }: ReadRow,
  { firstName = '', lastName = '', language = 'en', ...change }: Change,
) => ({
  roleIds: [],
  allEquipment: false,
  allLocations: false,
  allProcedures: false,
  equipmentTypeIds: [],
  locationTypeIds: [],
  procedureTypeIds: [],
  ...change,
  firstName,
  lastName,
  language,
  email: key,
  phone: values['phone'] ?? null,
})
