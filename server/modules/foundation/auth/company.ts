import { sql } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import { permissionGroups, type PermissionGroup } from '#contract/people/permissions.ts'
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'

const standardRoles = {
  administrator: [...permissionGroups],
  manager: [
    'editor|equipment',
    'editor|locations',
    'editor|procedures',
    'performer|procedures',
    'editor|schedules',
    'editor|tickets',
    'editor|dashboards',
    'viewer|reports',
    'viewer|journal',
  ],
  technician: ['performer|procedures', 'editor|tickets', 'editor|equipment'],
  staff: ['performer|procedures'],
} as const satisfies Record<string, readonly PermissionGroup[]>
export type StandardRole = keyof typeof standardRoles

const roleNames: Record<Language, Record<StandardRole, string>> = {
  en: {
    administrator: 'Administrator',
    manager: 'Manager',
    technician: 'Technician',
    staff: 'Staff',
  },
  he: { administrator: 'מנהל מערכת', manager: 'מנהל', technician: 'טכנאי', staff: 'צוות' },
  ar: { administrator: 'مسؤول النظام', manager: 'مدير', technician: 'فني', staff: 'طاقم العمل' },
  ru: {
    administrator: 'Администратор',
    manager: 'Руководитель',
    technician: 'Техник',
    staff: 'Сотрудник',
  },
  cs: { administrator: 'Správce', manager: 'Manažer', technician: 'Technik', staff: 'Personál' },
  sk: { administrator: 'Správca', manager: 'Manažér', technician: 'Technik', staff: 'Personál' },
}

export interface NewCompany {
  name: string
  timezone: string
  language: Language
  isDemo?: boolean
}
export interface NewPerson {
  email: string
  passwordHash: string
  firstName: string
  lastName: string
  language: Language
  role: StandardRole
  phone?: string
  /** If omitted, the user has never signed in. */
  lastSignInAt?: Date
}

export async function makeCompany(
  db: Db,
  facts: NewCompany,
): Promise<{ id: Id<'company'>; roleIds: Record<StandardRole, Id<'role'>> }> {
  const [made] = await db.insert(tables.company).values(facts).returning()
  if (!made) throw new Error('The company was not made')
  const rows = await db
    .insert(tables.role)
    .values(
      (Object.keys(standardRoles) as StandardRole[]).map((key) => ({
        companyId: made.id,
        key,
        name: roleNames[facts.language][key],
        permissions: [...standardRoles[key]],
      })),
    )
    .returning()
  const idOf = (key: StandardRole) => {
    const found = rows.find((row) => row.key === key)
    if (!found) throw new Error(`The role ${key} was not made`)
    return found.id
  }
  return {
    id: made.id,
    roleIds: {
      administrator: idOf('administrator'),
      manager: idOf('manager'),
      technician: idOf('technician'),
      staff: idOf('staff'),
    },
  }
}

/**
 * Adds a person and a membership that sees everything, with one role. Email and phone count as
 * proved: used only for the first administrator, who controls the installation, and the demo's
 * people. Everyone else is invited.
 */
export async function addPerson(
  db: Db,
  companyId: Id<'company'>,
  roleIds: Record<StandardRole, Id<'role'>>,
  facts: NewPerson,
) {
  const [human] = await db
    .insert(tables.person)
    .values({
      email: facts.email.toLowerCase(),
      passwordHash: facts.passwordHash,
      phone: facts.phone ?? null,
      emailProvenAt: sql`now()`,
      ...(facts.phone !== undefined && { phoneProvenAt: sql`now()` }),
    })
    .returning()
  if (!human) throw new Error('The person was not made')
  return {
    personId: human.id,
    userId: await addMember(db, companyId, human.id, roleIds[facts.role], facts),
  }
}

export async function addMember(
  db: Db,
  companyId: Id<'company'>,
  personId: number,
  roleId: Id<'role'>,
  {
    firstName,
    lastName,
    language,
    lastSignInAt,
  }: Pick<NewPerson, 'firstName' | 'lastName' | 'language' | 'lastSignInAt'>,
): Promise<Id<'user'>> {
  const [member] = await db
    .insert(tables.user)
    .values({
      companyId,
      personId,
      firstName,
      lastName,
      language,
      lastSignInAt: lastSignInAt ?? null,
      acceptedAt: lastSignInAt ?? sql`now()`,
      allEquipment: true,
      allLocations: true,
      allProcedures: true,
    })
    .returning()
  if (!member) throw new Error('The membership was not made')
  await db.insert(tables.userRole).values({ companyId, userId: member.id, roleId })
  return member.id
}
