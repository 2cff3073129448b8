import { contract } from '#contract/index.ts'
import { of, type Changer } from './changer.ts'

const { devices, meters, rtls, sensors, zones } = contract

export async function changeTracking({ own, ok }: Changer): Promise<void> {
  await ok(devices.updateGatewayType, {
    ...of(own.gatewayType),
    body: { version: 1, format: 'plantroom' },
  })
  await ok(devices.updateGateway, {
    ...of(own.gateway),
    body: { version: 1, correction: 2.5, isActive: false, mac: 'AC:23:3F:C0:99:99' },
  })
  const watched = {
    name: 'Left the ward',
    kind: 'left' as const,
    locationId: own.location ?? 0,
    equipmentTypeId: null,
    minimum: 1,
    minutes: 5,
    isActive: true,
  }
  const told = await ok(zones.createZoneRule, { body: watched })
  await ok(zones.updateZoneRule, {
    ...of(told.id),
    body: { ...watched, name: 'Left the building', minutes: 10, isActive: false, version: 1 },
  })
  const drawn = {
    floorId: own.floor ?? 0,
    name: 'Bed parking',
    colour: 'blue' as const,
    corners: [
      [14.0001, 50.0001],
      [14.0002, 50.0001],
      [14.0002, 50.0002],
    ] as [number, number][],
  }
  const area = await ok(zones.createArea, { body: drawn })
  await ok(zones.updateArea, {
    ...of(area.id),
    body: {
      ...drawn,
      name: 'Trolleys',
      colour: 'red',
      corners: [...drawn.corners, [14.0001, 50.0002]],
      version: area.version,
    },
  })
  await ok(meters.updateMeterType, {
    ...of(own.meterType),
    body: {
      version: 1,
      name: 'Trips',
      source: 'hand',
      unit: 'h',
      equipmentTypeIds: [own.equipmentType ?? 0],
      statusIds: [own.equipmentStatus ?? 0],
      sensorTypeId: own.sensorType,
      above: 5,
      procedureId: own.procedure ?? 0,
      questionId: own.surveyQuestion ?? 0,
      rollsOverAt: 99_999,
    },
  })
  await ok(sensors.updateSensorType, {
    ...of(own.sensorType),
    body: {
      version: 1,
      name: 'Finer probe',
      unit: '°F',
      minimum: -20,
      maximum: 70,
      step: 0.2,
      everyMinutes: 20,
    },
  })
  await ok(sensors.updateSensor, {
    ...of(own.sensor),
    body: {
      version: 1,
      name: 'Probe',
      deviceId: 'OTHER-DEVICE',
      equipmentId: null,
      locationId: own.location as never,
      offset: 0.5,
      lowerLimit: 1,
      upperLimit: null,
      limitMinutes: 30,
      isActive: false,
    },
  })
  await ok(devices.updateApiKey, {
    ...of(own.apiKey),
    body: {
      version: 1,
      name: 'Key',
      ips: ['10.1.0.0/16'],
      expirationDate: '2027-12-31',
      isActive: false,
      monthLimit: 1000,
    },
  })
  await ok(rtls.updateBeacon, {
    ...of(own.beacon),
    body: { version: 1, equipmentId: null, measuredPower: -61, mac: 'AC:23:3F:A0:99:99' },
  })
  await ok(rtls.renameBuilding, {
    ...of(own.building),
    body: { name: 'Other house', locationId: own.location ?? 0 },
  })
  await ok(rtls.placeEquipment, {
    params: { equipmentId: own.equipment ?? 0 },
    body: { floorId: own.floor ?? 0, longitude: 14.0001, latitude: 50.0001 },
  })
}
