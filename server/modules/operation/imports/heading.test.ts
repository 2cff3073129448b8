import { describe, expect, it } from 'vitest'
import { tableOf } from './csvFile.ts'

const headed = async (text: string) => {
  const { heading, headings, above, rows } = await tableOf(text)
  return { at: [heading.first, heading.last], headings, above, rows: rows.map(({ row }) => row) }
}

describe('the heading of a table', () => {
  it('is the first row, if nothing tells otherwise', async () => {
    expect(await headed('Nom,Numéro\nPompe,1\nVentilateur,2\n')).toEqual({
      at: [1, 1],
      headings: ['Nom', 'Numéro'],
      above: [],
      rows: [2, 3],
    })
    expect(await headed('code,name,kind\nC-1,Room,Department\n')).toMatchObject({ at: [1, 1] })
    expect(await headed('name\npump,surplus,cells\n')).toMatchObject({ at: [1, 1] })
  })

  it('stands below title rows, which are kept', async () => {
    expect(
      await headed(
        ',,,,,\nAsset Inventory Register,,,,,\nPrinted 2025-03-01,,,,,\nSr. No.,Branch,Asset ID,Asset Name,Asset Category,Status\n1,HQ,PR-1,Boiler,HVAC,In use\n',
      ),
    ).toEqual({
      at: [4, 4],
      headings: ['Sr. No.', 'Branch', 'Asset ID', 'Asset Name', 'Asset Category', 'Status'],
      above: ['Asset Inventory Register', 'Printed 2025-03-01'],
      rows: [5],
    })
    expect(
      await headed('Inventar, Stand heute\n\nWas;Wo;Wieviel\nPumpe;Keller;2\nLampe;Flur;3\n'),
    ).toMatchObject({
      at: [3, 3],
      headings: ['Was', 'Wo', 'Wieviel'],
      above: ['Inventar, Stand heute'],
    })
  })

  it('may have two rows, which are joined', async () => {
    expect(
      await headed(
        'Identification,,Warranty,\nName,Asset tag,From,To\nTwo pump,W-1,2026-01-01,2028-01-01\n',
      ),
    ).toMatchObject({
      at: [1, 2],
      headings: [
        'Identification – Name',
        'Identification – Asset tag',
        'Warranty – From',
        'Warranty – To',
      ],
      above: [],
      rows: [3],
    })
    expect(
      await headed('Asset tag,Name,Warranty,,Location\n,,From,To,\nW-1,Pump,2026,2028,Hall\n'),
    ).toMatchObject({
      at: [1, 2],
      headings: ['Asset tag', 'Name', 'Warranty – From', 'Warranty – To', 'Location'],
    })
    expect(await headed('Asset tag,Name,Power,Pressure\n,,kW,bar\nW-1,Pump,2,3\n')).toMatchObject({
      at: [1, 2],
      headings: ['Asset tag', 'Name', 'Power – kW', 'Pressure – bar'],
    })
  })

  it('is not joined with a narrow row of other cells above it', async () => {
    expect(
      await headed(
        'EXTSYS,MXASSETInterface,AddChange,EN\nASSETNUM,DESCRIPTION,LOCATION,PARENT,STATUS,SITEID\n1,Pump,A,,OK,S\n',
      ),
    ).toMatchObject({ at: [2, 2], above: ['EXTSYS · MXASSETInterface · AddChange · EN'] })
  })

  it('may have line breaks', async () => {
    expect(await headed('Name,"Asset\nTag","Serial\r\n Number"\nPump,B-1,S-1\n')).toMatchObject({
      headings: ['Name', 'Asset Tag', 'Serial Number'],
    })
  })

  it('stands where the user says', async () => {
    const text = 'one,two\nthree,four\nfive,six\n'
    expect((await tableOf(text, { heading: { first: 2, last: 2 } })).headings).toEqual([
      'three',
      'four',
    ])
    expect((await tableOf(text, { heading: { first: 1, last: 2 } })).headings).toEqual([
      'one – three',
      'two – four',
    ])
    await expect(tableOf(text, { heading: { first: 9, last: 9 } })).rejects.toMatchObject({
      errors: [{ code: 'noHeading' }],
    })
  })

  it('keeps the first rows above it, and counts the others', async () => {
    const titles = Array.from({ length: 25 }, (_, index) => `Note ${index}`).join('\n')
    const { above, moreAbove } = await tableOf(`${titles}\nasset tag,name,type\nA,B,C\n`)
    expect([above.length, moreAbove]).toEqual([20, 5])
  })
})

describe('the separator', () => {
  it.each([
    ['sep=;\r\nname;asset tag\r\nPump, big;P-1\r\n', ['name', 'asset tag'], 3],
    ['"sep=|"\nname|asset tag\nPump, big|P-1\n', ['name', 'asset tag'], 3],
    ['name;price\nPump;1,5\nFan;2,5\n', ['name', 'price'], 2],
    ['name|asset tag\nPump|P-1\n', ['name', 'asset tag'], 2],
  ] as const)('is said by the first line, or found: %j', async (text, headings, row) => {
    const table = await tableOf(text)
    expect(table.headings).toEqual(headings)
    expect(table.rows[0]?.row).toBe(row)
    expect(table.above).toEqual([])
  })
})
