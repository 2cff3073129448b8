/** Owners: two departments with a cost centre each, and the firm that maintains the ventilators. */
import { eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import type { OrgEntityKind } from '#contract/orgEntities/orgEntities.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { insertAll, type Seed } from './rows.ts'
import type { EquipmentKey } from './words.ts'

export async function seedOrganisation(
  { db, companyId, users, words: { organisation: names } }: Seed,
  typeIds: Record<EquipmentKey, Id<'equipmentType'>>,
): Promise<void> {
  const who = (role: string) => users.filter((one) => one.role === role).map(({ userId }) => userId)
  const make = async (
    name: string,
    code: string,
    kind: OrgEntityKind,
    parentId: Id<'orgEntity'> | null,
    userIds: Id<'user'>[],
  ) => {
    const [made] = await insertAll(db, tables.orgEntity, [
      { companyId, name, code, kind, parentId, userIds },
    ])
    if (made === undefined) throw new Error(`The demo has no ${name}`)
    return made.id
  }
  const nursing = await make(names.nursing, 'NUR', 'department', null, who('manager'))
  const wards = await make(names.wards, '4100', 'costCentre', nursing, who('staff'))
  const emergency = await make(names.emergency, '4200', 'costCentre', nursing, who('manager'))
  const technical = await make(names.technical, 'TEC', 'department', null, who('technician'))
  const devices = await make(names.devices, '5100', 'costCentre', technical, who('technician'))
  const ventil = await make(names.ventil, 'EXT-7', 'contractor', technical, [])
  for (const [owner, types] of [
    [wards, ['hospitalBed', 'wheelchair']],
    [emergency, ['defibrillator']],
    [devices, ['infusionPump', 'patientMonitor']],
    [ventil, ['ventilator']],
  ] as const)
    await db
      .update(tables.equipment)
      .set({ orgEntityId: owner })
      .where(
        ofCompany(
          tables.equipment,
          companyId,
          inArray(
            tables.equipment.typeId,
            types.map((type) => typeIds[type]),
          ),
        ),
      )
  for (const [owner, floor] of [
    [wards, 'A1'],
    [emergency, 'A0'],
  ] as const)
    await db
      .update(tables.location)
      .set({ orgEntityId: owner })
      .where(ofCompany(tables.location, companyId, eq(tables.location.code, floor)))
  for (const [owner, role] of [
    [nursing, 'manager'],
    [wards, 'staff'],
    [devices, 'technician'],
  ] as const)
    await db
      .update(tables.user)
      .set({ orgEntityId: owner })
      .where(ofCompany(tables.user, companyId, inArray(tables.user.id, who(role))))
}
