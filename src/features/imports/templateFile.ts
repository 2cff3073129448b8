import { importFields, type ImportKind } from '#contract/imports.ts'
import { fieldLabelKey } from '#contract/rules/fieldLabelKey.ts'
import { BYTE_ORDER_MARK, csvLine } from '#contract/rules/csv.ts'
import type { Translate } from '#lib/i18n/translate.ts'

type Words = Translate<['imports', 'entities', 'common']>

const samplesIn = (t: Words) =>
  ({
    equipment: {
      equipmentId: 'EQ-1001',
      name: t('templateSample.pumpName'),
      type: t('templateSample.pumpType'),
    },
    locations: {
      code: 'R-204',
      name: t('templateSample.roomName'),
      type: t('templateSample.roomType'),
    },
    stock: {
      item: t('templateSample.itemName'),
      location: 'R-204',
      amount: '12',
      unit: t('templateSample.unit'),
      minimum: '4',
    },
    people: {
      email: 'person@sample.test',
      firstName: t('templateSample.firstName'),
      lastName: t('templateSample.lastName'),
    },
    schedules: {
      procedure: t('templateSample.procedureName'),
      equipment: 'EQ-1001',
      rule: 'FREQ=MONTHLY',
      start: '2026-12-01 08:00',
    },
    tickets: {
      title: t('templateSample.ticketTitle'),
      type: t('templateSample.ticketType'),
      equipment: 'EQ-1001',
      openedAt: '2026-11-02 09:30',
    },
    orgEntities: {
      code: 'CARD',
      name: t('templateSample.departmentName'),
      kind: t('templateSample.department'),
      // Omits parents and people, because unknown ones would fail in an import of the sample.
    },
    meterReadings: {
      equipmentId: 'EQ-1001',
      meter: t('templateSample.meterName'),
      readAt: '2026-11-02 09:30',
      meterReading: '1250.5',
    },
    gateways: {
      mac: 'AC:23:3F:C0:00:01',
      type: 'Plantroom',
      equipment: 'EQ-1001',
      correction: '0',
      isActive: t('common:yes'),
    },
    beacons: { mac: 'AC:23:3F:A0:00:01', equipment: 'EQ-1001', measuredPower: '-59' },
    sensors: {
      deviceId: 'A8:40:41:FF:FF:26:57:AC',
      name: t('templateSample.fridgeName'),
      type: t('templateSample.fridgeType'),
      equipment: 'EQ-1001',
      location: 'R-204',
      offset: '-0.2',
      lowerLimit: '2',
      upperLimit: '8',
      limitMinutes: '15',
      isActive: t('common:yes'),
    },
  }) as const satisfies Record<ImportKind, Readonly<Record<string, string>>>

export function templateFile(kind: ImportKind, t: Words): string {
  const fields = importFields[kind]
  const sample: Readonly<Record<string, string>> = samplesIn(t)[kind]
  return [
    BYTE_ORDER_MARK,
    csvLine(fields.map((field) => t(`entities:${fieldLabelKey(kind, field)}`))),
    csvLine(fields.map((field) => sample[field] ?? '')),
  ].join('')
}
