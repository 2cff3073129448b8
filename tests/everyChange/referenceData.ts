import { contract } from '#contract/index.ts'
import { of, type Changer } from './changer.ts'

const { referenceLists, referenceData, tickets, inventory, fellows, orgEntities } = contract

export async function changeReferenceData(
  { testApp, own, ok }: Changer,
  spareType: number,
): Promise<void> {
  await ok(referenceLists.updateEquipmentStatus, {
    ...of(own.equipmentStatus),
    body: { version: 1, colour: 'purple', isUsable: false, isInUse: false, isPlanned: true },
  })
  await ok(referenceLists.updateEquipmentType, {
    ...of(own.equipmentType),
    body: { version: 1, name: 'Other pump' },
  })
  await ok(referenceLists.updateLocationType, {
    ...of(own.locationType),
    body: { version: 1, name: 'Other room' },
  })
  await ok(referenceLists.updateProcedureType, {
    ...of(own.procedureType),
    body: { version: 1, isTracer: true },
  })
  await ok(referenceLists.updateTag, { ...of(own.tag), body: { version: 1, colour: 'green' } })
  const type = (await ok(tickets.listTicketTypes, { body: { limit: 1 } })).rows[0]
  await ok(tickets.updateTicketType, {
    ...of(type?.id),
    body: {
      version: type?.version ?? 0,
      colour: 'pink',
      states: [
        ...(type?.states ?? []),
        { id: null, name: 'Waiting', category: 'open', colour: 'blue', next: null },
      ],
    },
  })
  await ok(referenceData.updateMetadataField, {
    ...of(own.metadataField),
    body: {
      version: 1,
      dataType: 'choice',
      choices: ['yes', 'no'],
      unit: 'years',
      equipmentTypeIds: [spareType],
    },
  })
  await ok(referenceData.updateApiHook, {
    ...of(own.apiHook),
    body: { version: 1, url: 'https://hooks.sample.test/other', method: 'PUT', isActive: false },
  })
  await ok(referenceData.makeApiHookSecret, of(own.apiHook))
  await ok(referenceData.updateAssignRule, {
    ...of(own.assignRule),
    body: {
      version: 1,
      instruction: 'Whoever is near',
      userIds: [testApp.here.users.technician],
      roleIds: [],
      isActive: false,
    },
  })
  await ok(referenceData.updateInventoryItem, {
    ...of(own.inventoryItem),
    body: {
      version: 1,
      unit: 'box',
      category: 'Dressings',
      hasDoses: true,
      procedureIds: [],
      supplier: 'Acme',
      fitsTypeIds: [spareType],
    },
  })
  await ok(inventory.keepStock, {
    body: {
      itemId: own.inventoryItem ?? 0,
      locationId: own.location ?? 0,
      minimum: 20,
    },
  })
  await ok(referenceData.updateValidationType, {
    ...of(own.validationType),
    body: {
      version: 1,
      dataType: 'number',
      minimum: 1,
      maximum: 9,
      pattern: null,
      hint: 'One to nine',
    },
  })
  await ok(referenceData.updateProgressMap, {
    ...of(own.progressMap),
    body: {
      version: 1,
      statusIds: (
        await ok(referenceLists.listEquipmentStatuses, { body: { limit: 9, sort: '-name' } })
      ).rows.map(({ id }) => id),
      equipmentTypeIds: [spareType],
    },
  })

  await ok(fellows.updateFellowType, {
    ...of(own.fellowType),
    body: {
      version: 1,
      ownerTypeIds: [spareType],
      fellowTypeIds: [spareType],
      maximum: 3,
      statusFollows: true,
    },
  })

  const spareOrg = await ok(orgEntities.createOrgEntity, {
    body: { name: 'Spare', code: 'SP-1', kind: 'contractor', parentId: null, userIds: [] },
  })
  await ok(orgEntities.updateOrgEntity, {
    ...of(own.orgEntity),
    body: {
      version: 1,
      name: 'Changed services',
      code: 'CH-1',
      kind: 'costCentre',
      parentId: spareOrg.id,
      userIds: [],
    },
  })
}
