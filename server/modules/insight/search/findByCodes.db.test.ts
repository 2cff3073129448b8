import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Id } from '#contract/ids.ts'
import { contract } from '#contract/index.ts'
import type { Fixtures } from '#tests/fixtures.ts'
import { openTestAppWithFixtures } from '#tests/fixturesTemplate.ts'
import type { TestApp } from '#tests/testApp.ts'

const { findByCodes } = contract.search
const GS = '\u001d'

let testApp: TestApp
let own: Fixtures
let admin: string
let stranger: string
let roomId: Id<'location'>
beforeAll(async () => {
  ;({ testApp, token: admin, fixtures: own } = await openTestAppWithFixtures())
  stranger = await testApp.signIn('administrator', 'there')
  const typeId = own.equipmentType ?? 0
  const room = await testApp.call(admin, contract.locations.createLocation, {
    body: { name: 'Store', code: 'R-7', typeId: own.locationType ?? 0 },
  })
  roomId = room.body.id
  for (const body of [
    { name: 'Pump', equipmentId: 'IP-112', locationId: room.body.id },
    { name: 'Other pump', equipmentId: 'IP-1123' },
    { name: 'Monitor', details: [{ key: 'Serial number', value: 'SN 77/a_%' }] },
    { name: 'Scale', equipmentId: '0036000291452' },
  ])
    await testApp.call(admin, contract.equipment.createEquipment, { body: { typeId, ...body } })
})
afterAll(() => testApp.close())

const findAll = async (texts: readonly string[], token = admin) =>
  (await testApp.call(token, findByCodes, { body: { codes: texts.map((text) => ({ text })) } }))
    .body
const find = (text: string, token = admin) => findAll([text], token)
const namesOf = (answer: { rows: readonly { name: string }[] }) =>
  answer.rows.map(({ name }) => name)
const make = (body: object) =>
  testApp.call(admin, contract.equipment.createEquipment, {
    body: { typeId: own.equipmentType ?? 0, name: 'Piece', ...body },
  })
const fact = (key: string, value: string) => ({ key, value })

it('a scanned inventory number is found in any case, and not inside a longer number', async () => {
  expect(await find(' ip-112 ')).toMatchObject({
    rows: [{ kind: 'equipment', name: 'Pump', place: 'Store' }],
    isCut: false,
  })
  expect((await find('IP-11')).rows).toEqual([])
})

it('a scanned fact such as a serial number is found, and its signs are not a pattern', async () => {
  expect((await find('sn 77/A_%')).rows).toMatchObject([{ name: 'Monitor', place: null }])
  expect((await find('SN 77/abc')).rows).toEqual([])
  expect((await find('%')).rows).toEqual([])
})

it('a scanned EAN is found by the UPC within it', async () => {
  expect((await find('036000291452')).rows).toMatchObject([{ name: 'Scale' }])
})

it('a scanned location code is found', async () => {
  expect((await find('r-7')).rows).toMatchObject([{ kind: 'location', name: 'Store' }])
})

it('a scanned number is found with any spaces, dashes, case and digits, if it is unique', async () => {
  for (const number of ['ip112', 'IP 112', 'IP\u2013112', 'ip-١١٢', 'I P 1 1 2'])
    expect((await find(number)).rows).toMatchObject([{ name: 'Pump', place: 'Store' }])
  expect((await find('r7')).rows).toMatchObject([{ kind: 'location', name: 'Store' }])
  expect((await find('ip112', stranger)).rows).toEqual([])
  const body = { name: 'Twin', equipmentId: 'I-P1123', typeId: own.equipmentType ?? 0 }
  await testApp.call(admin, contract.equipment.createEquipment, { body })
  expect((await find('ip 1123')).rows).toEqual([])
  expect((await find('IP-1123')).rows).toMatchObject([{ name: 'Other pump' }])
})

it('a scanned label in Code 39 finds what is printed, and its Full ASCII spelling, but never by a bare number', async () => {
  const typeId = own.equipmentType ?? 0
  for (const [name, equipmentId] of [
    ['Dash', 'VAV-C1'],
    ['Slash', 'AHU/B2'],
    ['Lower case', 'vav-d1'],
    ['Quote', 'Ahu"9'],
  ])
    await testApp.call(admin, contract.equipment.createEquipment, {
      body: { typeId, name: name ?? '', equipmentId: equipmentId ?? '' },
    })
  const scan = async (text: string) =>
    namesOf(
      (
        await testApp.call(admin, findByCodes, {
          body: { codes: [{ text, symbology: 'code39' as const }] },
        })
      ).body,
    )
  expect(await scan('VAV-C1')).toEqual(['Dash'])
  expect(await scan('VAV+C1')).toEqual([])
  expect(await scan('AHU/B2')).toEqual(['Slash'])
  expect(await scan('+V+A+V-+D1')).toEqual(['Lower case'])
  expect(await scan('A+H+U/B9')).toEqual(['Quote'])
  // Not from a label: the plus sign is literal.
  expect((await find('A+H+U/B9')).rows).toEqual([])
  await testApp.call(admin, contract.equipment.createEquipment, {
    body: { typeId, name: 'Plus', equipmentId: 'VAV+C1' },
  })
  expect(await scan('VAV+C1')).toEqual(['Plus'])
})

it('a label in Code 39 is found with its check character, which the number does not have', async () => {
  await make({ name: 'Checked', equipmentId: 'CODE39' })
  const codes = [{ text: 'CODE39W', symbology: 'code39' as const }]
  expect(namesOf((await testApp.call(admin, findByCodes, { body: { codes } })).body)).toEqual([
    'Checked',
  ])
  expect((await find('CODE39W')).rows).toEqual([])
})

describe('a label of a manufacturer', () => {
  const gtin = '09506000134352'
  const whole = `01${gtin}1726090021SER-1${GS}10LOT-9`
  beforeAll(async () => {
    const product = fact('GTIN', '9506000134352')
    await make({ name: 'First', details: [product, fact('S/N', 'ser-1')] })
    await make({ name: 'Second', details: [product, fact('S/N', 'SER-2'), fact('Lot', 'LOT-9')] })
    await make({ name: 'Third', details: [product, fact('Lot', 'LOT-9')] })
    await make({ name: 'Other maker', details: [fact('S/N', 'SER-2')] })
    await make({ name: 'HIBC piece', details: [fact('REF', 'BJC5D6E7')] })
  })

  it.each([
    [whole],
    [`]d2${whole}`],
    [`(01)${gtin}(17)260900(21)SER-1(10)LOT-9`],
    [`https://id.gs1.org/01/${gtin}/21/SER-1`],
    [`01${gtin}21SER-117260900`],
    [`[)>\u001e06${GS}SSER-1${GS}8P${gtin}\u001e\u0004`],
    ['SN: SER-1'],
  ])('finds the piece by its serial number: %j', async (text) => {
    expect(await find(text)).toMatchObject({
      rows: [{ name: 'First', by: 'serial', value: 'ser-1' }],
      isCut: false,
    })
  })

  it('says what it holds', async () => {
    expect((await find(whole)).label).toEqual({
      standard: 'gs1',
      gtin,
      serial: 'SER-1',
      lot: 'LOT-9',
      expiresOn: '2026-09-30',
    })
    expect((await find('IP-112')).label).toBeNull()
  })

  it('prefers the piece whose product agrees, if two makers used one serial number', async () => {
    expect(namesOf(await find(`01${gtin}21SER-2`))).toEqual(['Second'])
    expect(namesOf(await find('SER-2'))).toEqual(['Other maker', 'Second'])
  })

  it('finds the pieces of its lot, else of its product', async () => {
    expect(namesOf(await find(`01${gtin}21UNKNOWN${GS}10LOT-9`))).toEqual(['Second', 'Third'])
    expect(namesOf(await find(`01${gtin}10OTHER`))).toEqual(['First', 'Second', 'Third'])
    expect(namesOf(await find('9506000134352'))).toEqual(['First', 'Second', 'Third'])
    expect((await find('+A123BJC5D6E71G')).rows).toMatchObject([
      { name: 'HIBC piece', by: 'product', value: 'BJC5D6E7' },
    ])
  })

  it('in several codes is one label', async () => {
    expect(namesOf(await findAll(['9506000134352', 'SER-2']))).toEqual(['Second'])
    expect(namesOf(await findAll(['REF 9506000134352', 'LOT: LOT-9']))).toEqual(['Second', 'Third'])
    expect(await findAll([`01${gtin}`, `]C121SER-1`])).toMatchObject({
      rows: [{ name: 'First' }],
      label: { gtin, serial: 'SER-1' },
    })
  })

  it('that a scanner types into a search or a picker finds the piece by its serial number', async () => {
    for (const search of [`(01)${gtin}(21)SER-1`, `01${gtin}21SER-117260900`]) {
      const { body } = await testApp.call(admin, contract.equipment.listEquipment, {
        body: { search },
      })
      expect(namesOf(body)).toEqual(['First'])
      const offered = await testApp.call(admin, contract.equipment.listTinyEquipment, {
        body: { search },
      })
      expect(namesOf(offered.body)).toEqual(['First'])
      const found = await testApp.call(admin, contract.search.search, { params: { q: search } })
      expect(found.body.map(({ name }) => name)).toEqual(['First'])
    }
  })

  it('finds the stock of its lot', async () => {
    const { body: item } = await testApp.call(admin, contract.referenceData.createInventoryItem, {
      body: {
        name: 'Filters',
        unit: 'pieces',
        category: 'Spare',
        hasDoses: false,
        procedureIds: [],
      },
    })
    await testApp.call(admin, contract.inventory.receiveStock, {
      body: { itemId: item.id, locationId: roomId, amount: 5, lot: 'FL-77' },
    })
    expect(await find(`010400638133393110FL-77${GS}17270131`)).toMatchObject({
      rows: [{ kind: 'stock', name: 'Filters', place: 'Store', by: 'lot', value: 'FL-77' }],
    })
    expect((await find('010400638133393110FL-77', stranger)).rows).toEqual([])
  })
})

it('a beacon that is scanned finds the equipment that carries it', async () => {
  const { body: piece } = await make({ name: 'Carrier' })
  await testApp.call(admin, contract.rtls.createBeacon, {
    body: { mac: 'AC:23:3F:00:00:77', equipmentId: piece.id, measuredPower: -59 },
  })
  for (const text of ['AC233F000077', 'ac:23:3f:00:00:77'])
    expect((await find(text)).rows).toMatchObject([{ name: 'Carrier', by: 'beacon' }])
})

it('a barcode whose bytes are UTF-8 finds the number that was printed', async () => {
  await make({ name: 'In Czech', equipmentId: 'Č-7' })
  expect((await find('\u00c4\u008c-7')).rows).toMatchObject([{ name: 'In Czech' }])
})

describe('keys of a scanner that types, read in another keyboard layout', () => {
  it('find the number that they mean', async () => {
    const typed = async (text: string) =>
      namesOf(
        (await testApp.call(admin, findByCodes, { body: { codes: [{ text, isTyped: true }] } }))
          .body,
      )
    expect(await typed('ip=++ě')).toEqual(['Pump'])
    expect(await typed('ШЗ-112')).toEqual(['Pump'])
    expect((await find('ip=++ě')).rows).toEqual([]) // a camera reads what is printed
    const { body } = await testApp.call(admin, contract.equipment.listEquipment, {
      body: { search: '÷؛-112' },
    })
    expect(namesOf(body)).toContain('Pump')
  })
})

describe('the address on one of our labels, typed into a search', () => {
  const list = async (search: string) =>
    namesOf(
      (await testApp.call(admin, contract.equipment.listEquipment, { body: { search } })).body,
    )
  const inCzech = (text: string) =>
    text.replace(/[:/\d]/g, (sign) => '"-é+ěščřžýáí'['./0123456789'.indexOf(sign)] ?? '"')

  it('finds its object, in the list and everywhere', async () => {
    const { body } = await make({ name: 'Addressed' })
    for (const address of [
      `http://localhost/equipment/${body.id}`,
      `http://localhost/equipment?id=${body.id}`,
      inCzech(`http://localhost/equipment/${body.id}`),
    ]) {
      expect(await list(address)).toEqual(['Addressed'])
      const found = await testApp.call(admin, contract.search.search, { params: { q: address } })
      expect(found.body.map(({ name }) => name)).toEqual(['Addressed'])
    }
    const locations = await testApp.call(admin, contract.locations.listLocations, {
      body: { search: `http://localhost/locations?id=${roomId}` },
    })
    expect(namesOf(locations.body)).toEqual(['Store'])
  })

  it('of another installation or kind finds nothing', async () => {
    expect(await list(`https://plantroom.example/equipment/${own.equipment ?? 0}`)).toEqual([])
    expect(await list(`http://localhost/locations?id=${roomId}`)).toEqual([])
  })
})

it('a scanned number finds nothing of another company', async () => {
  for (const number of ['IP-112', 'R-7', 'SN 77/a_%'])
    expect((await find(number, stranger)).rows).toEqual([])
})

it('a search puts a number that begins so before a name, and both before a fact that contains it', async () => {
  const typeId = own.equipmentType ?? 0
  for (const body of [
    { name: 'A ventilator', details: [{ key: 'Maker', value: 'Philips zq' }] },
    { name: 'Zq scale' },
    { name: 'Pump', equipmentId: 'ZQ-1' },
  ])
    await testApp.call(admin, contract.equipment.createEquipment, { body: { typeId, ...body } })
  const answer = await testApp.call(admin, contract.search.search, { params: { q: 'zq' } })
  expect(answer.body.map(({ name }) => name)).toEqual(['Pump', 'Zq scale', 'A ventilator'])
})

const gtin = '07610000000011'

it('a label finds equipment by serial number, product and lot in fields of their own', async () => {
  await make({ name: 'First', serialNumber: 'S-1001', gtin, lot: 'L-77' })
  await make({ name: 'Second', serialNumber: 'S-1002', gtin: gtin.slice(1), lot: 'L-77' })
  expect(namesOf(await find(`01${gtin}21S-1002`))).toEqual(['Second'])
  expect((await find('s-1001')).rows).toMatchObject([{ name: 'First', by: 'serial' }])
  const lot = await find(`01${gtin}10L-77`)
  expect(namesOf(lot)).toEqual(['First', 'Second'])
  expect(lot.rows).toMatchObject([{ by: 'lot', value: 'L-77' }, { by: 'lot' }])
  expect((await find(`01${gtin}`)).rows).toMatchObject([{ by: 'product' }, { by: 'product' }])
})

it('a label of another product does not find a piece with the same serial number', async () => {
  await make({ name: 'Ours', serialNumber: '000123', gtin })
  expect(namesOf(await find('010405222007003121000123'))).toEqual([])
  expect(namesOf(await find('000123'))).toEqual(['Ours'])
})

it('the product of a type finds its equipment, and metadata fields count until they are moved', async () => {
  const type = await testApp.call(admin, contract.referenceLists.createEquipmentType, {
    body: { name: 'Defibrillator', manufacturer: 'Acme', model: 'REF-9', gtin: '04052220070031' },
  })
  const field = await testApp.call(admin, contract.referenceData.createMetadataField, {
    body: {
      name: 'Sériové číslo',
      dataType: 'text',
      choices: [],
      unit: null,
      equipmentTypeIds: [],
    },
  })
  await make({
    name: 'Shocker',
    typeId: type.body.id,
    metadata: [{ fieldId: field.body.id, value: 'META-55' }],
  })
  expect((await find('0104052220070031')).rows).toMatchObject([
    { name: 'Shocker', by: 'product', value: '04052220070031' },
  ])
  expect((await find('REF: ref-9')).rows).toMatchObject([{ name: 'Shocker', by: 'product' }])
  expect((await find('010405222007003121META-55')).rows).toMatchObject([{ name: 'Shocker' }])
})

it('stock is found by product and lot, with the expiry of the lot', async () => {
  const item = await testApp.call(admin, contract.referenceData.createInventoryItem, {
    body: {
      name: 'Saline',
      unit: 'bag',
      category: '',
      hasDoses: false,
      procedureIds: [],
      gtin: '07610000000028',
      catalogueNumber: null,
    },
  })
  for (const [lotName, expiresOn] of [
    ['B2', '2028-01-31'],
    ['B1', '2027-01-31'],
  ] as const)
    await testApp.call(admin, contract.inventory.receiveStock, {
      body: { itemId: item.body.id, locationId: roomId, amount: 5, lot: lotName, expiresOn },
    })
  expect((await find('010761000000002810B1')).rows).toMatchObject([
    { kind: 'stock', name: 'Saline', by: 'lot', value: 'B1', expiresOn: '2027-01-31' },
  ])
  expect((await find('0107610000000028')).rows.map(({ expiresOn }) => expiresOn)).toEqual([
    '2027-01-31',
    '2028-01-31',
  ])
  expect((await find('010405222007003110B1')).rows.map(({ kind }) => kind)).not.toContain('stock')
})
