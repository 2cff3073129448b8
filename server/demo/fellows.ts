import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { insertNamedRows, type Seed } from './rows.ts'
import type { EquipmentKey } from './words.ts'

export async function seedFellows(
  seed: Seed,
  typeIds: Record<EquipmentKey, Id<'equipmentType'>>,
  things: readonly (typeof tables.equipment.$inferSelect)[],
): Promise<void> {
  const of = (type: EquipmentKey) => things.filter(({ typeId }) => typeId === typeIds[type])
  const kinds = await insertNamedRows(seed, tables.fellowType, seed.words.fellows, {
    pumpOnBed: {
      ownerTypeIds: [typeIds.hospitalBed, typeIds.wheelchair],
      fellowTypeIds: [typeIds.infusionPump],
      maximum: 3,
      statusFollows: false,
    },
    monitorOnBed: {
      ownerTypeIds: [typeIds.hospitalBed],
      fellowTypeIds: [typeIds.patientMonitor],
      maximum: 1,
      statusFollows: false,
    },
    probeCarrier: {
      ownerTypeIds: [typeIds.ventilator],
      fellowTypeIds: [typeIds.patientMonitor],
      maximum: 2,
      statusFollows: true,
    },
  })
  const beds = of('hospitalBed').slice(-5)
  const [pumps, monitors] = [of('infusionPump').reverse(), of('patientMonitor').reverse()]
  const pairs = beds.flatMap((bed, at) => [
    { owner: bed, thing: pumps[at * 2], type: kinds.pumpOnBed },
    { owner: bed, thing: pumps[at * 2 + 1], type: kinds.pumpOnBed },
    { owner: bed, thing: monitors[at], type: kinds.monitorOnBed },
  ])
  for (const { owner, thing, type } of pairs) {
    if (thing === undefined) continue
    await seed.db.insert(tables.fellow).values({
      companyId: seed.companyId,
      equipmentId: thing.id,
      ownerId: owner.id,
      fellowTypeId: type,
    })
    await seed.db
      .update(tables.equipment)
      .set({ locationId: owner.locationId })
      .where(ofCompany(tables.equipment, seed.companyId, eq(tables.equipment.id, thing.id)))
  }
}
