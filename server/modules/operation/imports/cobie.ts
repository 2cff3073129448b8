/**
 * Joins the sheets of a COBie 2.4 workbook into one table: locations from the outside in,
 * components with their type, systems, zones, documents and attributes, spare parts and job plans.
 * Pure.
 */
import { warrantyEnd } from '#contract/rules/warrantyEnd.ts'
import {
  COBIE_JOB,
  COBIE_SCHEDULE,
  COBIE_SPARE,
  jobRows,
  listedIn,
  spareRows,
  type Joined,
} from './cobieWork.ts'
import { LIMITS } from './csvFile.ts'

export interface NamedSheet {
  name: string
  rows: readonly (readonly string[])[]
}

export interface SheetUse {
  sheet: string
  rows: number
  used: number
  unusedColumns: string[]
}

export const COBIE_SHEET = 'Sheet'
export const COBIE_COMPONENT = 'Component'
const WARRANTY_END = 'Warranty until'
const PLACES = ['Facility', 'Floor', 'Space'] as const
const TYPE_OF_PLACE = { Facility: 'Building', Floor: 'Floor', Space: 'Room' } as const
const REQUIRED = [...PLACES, 'Type', COBIE_COMPONENT]
const ABOUT_FORMAT = /^(instruction|introduction|picklists?|legend)$/i

type Row = Readonly<Record<string, string>>
interface Sheet {
  name: string
  headings: string[]
  rows: Row[]
}

export const isCobie = (sheets: readonly NamedSheet[]): boolean =>
  REQUIRED.every((name) =>
    sheets.some(
      (sheet) =>
        sheet.name.trim() === name && sheet.rows[0]?.some((cell) => cell.trim() === 'Name'),
    ),
  )

/** Returns an empty value for n/a, which COBie writes for "no value". */
const said = (cell: string | undefined) => {
  const text = (cell ?? '').trim()
  return /^n\/?a$/i.test(text) ? '' : text
}

function sheetOf({ name, rows: [headings = [], ...rows] }: NamedSheet): Sheet {
  const names = headings.map((heading) => heading.trim())
  return {
    name: name.trim(),
    headings: names,
    rows: rows
      .map((cells) => Object.fromEntries(names.map((heading, at) => [heading, said(cells[at])])))
      .filter((row) => Object.values(row).some((value) => value !== '')),
  }
}

class Table {
  readonly headings: string[] = [COBIE_SHEET, 'Name', 'TypeName', 'Space']
  readonly rows: Map<string, string>[] = []
  readonly #full = new Set<string>()

  add(values: Readonly<Record<string, string>>): Map<string, string> {
    const row = new Map<string, string>()
    this.rows.push(row)
    for (const [heading, value] of Object.entries(values)) this.set(row, heading, value)
    return row
  }

  /** Returns false if the table has its maximum of columns. */
  set(row: Map<string, string>, heading: string, value: string): boolean {
    if (value === '' || heading === '') return true
    if (!this.headings.includes(heading)) {
      if (this.headings.length >= LIMITS.columns) {
        this.#full.add(heading)
        return false
      }
      this.headings.push(heading)
    }
    const old = row.get(heading)
    row.set(heading, old === undefined || old === value ? value : `${old}\n${value}`)
    return true
  }

  cells(): string[][] {
    const first = [COBIE_SHEET, 'Name', 'AssetIdentifier', 'TagNumber', 'BarCode'].filter((one) =>
      this.headings.includes(one),
    )
    const headings = [...first, ...this.headings.filter((one) => !first.includes(one))]
    return [headings, ...this.rows.map((row) => headings.map((one) => row.get(one) ?? ''))]
  }
}

class Uses {
  readonly #rows = new Map<string, Set<Row>>()
  readonly #columns = new Map<string, Set<string>>()

  take(sheet: string, row: Row, columns: readonly string[] = Object.keys(row)): void {
    this.#rows.set(sheet, (this.#rows.get(sheet) ?? new Set()).add(row))
    const known = this.#columns.get(sheet) ?? new Set()
    this.#columns.set(sheet, known)
    for (const column of columns) known.add(column)
  }

  of({ name, headings, rows }: Sheet): SheetUse {
    const columns = this.#columns.get(name) ?? new Set()
    const used = this.#rows.get(name)?.size ?? 0
    return {
      sheet: name,
      rows: rows.length,
      used,
      unusedColumns:
        used === 0
          ? []
          : headings.filter(
              (heading) =>
                heading !== '' && !columns.has(heading) && rows.some((row) => row[heading] !== ''),
            ),
    }
  }
}

export function joinCobie(given: readonly NamedSheet[]): { rows: string[][]; uses: SheetUse[] } {
  const sheets = given.filter(({ name }) => !ABOUT_FORMAT.test(name.trim())).map(sheetOf)
  const rowsOf = (name: string) => sheets.find((sheet) => sheet.name === name)?.rows ?? []
  const byName = (rows: readonly Row[], key = 'Name') =>
    new Map(rows.map((row) => [(row[key] ?? '').toLowerCase(), row]))
  const table = new Table()
  const uses = new Uses()
  const made = new Map<string, Map<string, string>>()
  const keyOf = (sheet: string, name: string) => `${sheet}\n${name.toLowerCase()}`

  const [facility] = rowsOf('Facility')
  const building = facility?.['Name'] ?? ''
  const floors = byName(rowsOf('Floor'))
  const spaces = byName(rowsOf('Space'))
  for (const sheet of PLACES)
    for (const row of rowsOf(sheet)) {
      const { Name: name = '', ...facts } = row
      if (name === '') continue
      const { FloorName: floor = '', ...others } = facts
      const row_ = table.add({
        [COBIE_SHEET]: sheet,
        Name: name,
        TypeName: TYPE_OF_PLACE[sheet],
        Space: sheet === 'Facility' ? '' : sheet === 'Floor' ? building : floor || building,
        ...others,
      })
      made.set(keyOf(sheet, name), row_)
      uses.take(sheet, row)
    }
  /** The path to a space, or to a floor if a component names one. */
  const pathTo = (name: string): string => {
    const space = spaces.get(name.toLowerCase())
    const floor = space?.['FloorName'] ?? ''
    return [building, floor, name]
      .filter((level) => level !== '' && level !== undefined)
      .join(' / ')
  }

  const types = byName(rowsOf('Type'))
  const companies = byName(rowsOf('Contact'), 'Email')
  const components = byName(rowsOf(COBIE_COMPONENT))
  const ofType = new Map<string, Map<string, string>[]>()
  const inSpace = new Map<string, Map<string, string>[]>()
  const addTo = (all: Map<string, Map<string, string>[]>, name: string, row: Map<string, string>) =>
    all.set(name.toLowerCase(), [...(all.get(name.toLowerCase()) ?? []), row])
  for (const component of rowsOf(COBIE_COMPONENT)) {
    const { Space: where = '', ...own } = component
    const [first = '', ...further] = listedIn(where, spaces)
    const row = table.add({
      [COBIE_SHEET]: COBIE_COMPONENT,
      ...own,
      Space:
        first === '' ? '' : spaces.has(first.toLowerCase()) ? pathTo(first) : pathToFloor(first),
      'Further spaces': further.join(', '),
    })
    made.set(keyOf(COBIE_COMPONENT, own['Name'] ?? ''), row)
    uses.take(COBIE_COMPONENT, component)
    addTo(ofType, own['TypeName'] ?? '', row)
    for (const space of [first, ...further]) addTo(inSpace, space, row)
    const type = types.get((own['TypeName'] ?? '').toLowerCase())
    if (type === undefined) continue
    uses.take('Type', type)
    for (const [heading, value] of Object.entries(type)) {
      if (heading === 'Name') continue
      const contact = companies.get(value.toLowerCase())
      if (heading === 'Manufacturer') {
        if (contact !== undefined) uses.take('Contact', contact, ['Email', 'Company'])
        table.set(row, heading, contact?.['Company'] || value)
      } else if (heading === 'WarrantyDurationUnit') {
        // The warranty for parts counts. Without it, the warranty for labour.
        const duration = type['WarrantyDurationParts'] || type['WarrantyDurationLabor'] || ''
        const end = warrantyEnd(own['WarrantyStartDate'] ?? '', duration, value)
        table.set(row, WARRANTY_END, end ?? '')
        table.set(row, `Type – ${heading}`, value)
      } else table.set(row, heading === 'ModelNumber' ? heading : `Type – ${heading}`, value)
    }
  }
  function pathToFloor(name: string): string {
    return floors.has(name.toLowerCase()) ? [building, name].filter(Boolean).join(' / ') : name
  }

  for (const system of rowsOf('System'))
    for (const name of listedIn(system['ComponentNames'] ?? '', components)) {
      const row = made.get(keyOf(COBIE_COMPONENT, name))
      if (row === undefined) continue
      addTag(table, row, system['Name'] ?? '')
      uses.take('System', system, ['Name', 'ComponentNames'])
    }
  for (const zone of rowsOf('Zone'))
    for (const name of listedIn(zone['SpaceNames'] ?? '', spaces)) {
      const place = made.get(keyOf('Space', name))
      if (place !== undefined) table.set(place, 'Zone', zone['Name'] ?? '')
      for (const row of inSpace.get(name.toLowerCase()) ?? [])
        addTag(table, row, zone['Name'] ?? '')
      uses.take('Zone', zone, ['Name', 'SpaceNames'])
    }

  const about = ({ SheetName: sheet = '', RowName: name = '' }: Row) =>
    sheet === 'Type'
      ? (ofType.get(name.toLowerCase()) ?? [])
      : [made.get(keyOf(sheet, name)) ?? []].flat()
  for (const file of rowsOf('Document'))
    for (const row of about(file)) {
      const path = [file['Directory'], file['File']].filter(Boolean).join('/')
      table.set(row, 'Documents', `${file['Name'] ?? ''}: ${path}`)
      uses.take('Document', file, ['Name', 'SheetName', 'RowName', 'Directory', 'File'])
    }
  for (const attribute of rowsOf('Attribute'))
    for (const row of about(attribute)) {
      const value = [attribute['Value'], attribute['Unit']].filter(Boolean).join(' ')
      if (table.set(row, attribute['Name'] ?? '', value))
        uses.take('Attribute', attribute, ['Name', 'SheetName', 'RowName', 'Value', 'Unit'])
    }
  const typesIn = (cell: string) =>
    listedIn(cell, types).map((name) => types.get(name.toLowerCase())?.['Name'] ?? name)
  const addAll = (kind: keyof typeof columnsOfWork, joined: readonly Joined[], sheet: string) => {
    for (const { values, from } of joined) {
      table.add({ [COBIE_SHEET]: kind, ...values })
      for (const row of from) uses.take(sheet, row, columnsOfWork[kind])
    }
  }
  const supplierOf = (cell: string) =>
    listedIn(cell, companies)
      .map((name) => {
        const contact = companies.get(name.toLowerCase())
        if (contact !== undefined) uses.take('Contact', contact, ['Email', 'Company'])
        return contact?.['Company'] || name
      })
      .join(', ')
  addAll(COBIE_SPARE, spareRows(rowsOf(COBIE_SPARE), { typesIn, supplierOf }), COBIE_SPARE)
  const jobs = jobRows(rowsOf(COBIE_JOB), { typesIn, resources: byName(rowsOf('Resource')) })
  addAll(COBIE_JOB, jobs.plans, COBIE_JOB)
  addAll(COBIE_SCHEDULE, jobs.schedules, COBIE_JOB)
  for (const row of jobs.usedResources)
    uses.take('Resource', row, ['Name', 'Category', 'Description'])
  return { rows: table.cells(), uses: sheets.map((sheet) => uses.of(sheet)) }
}

const columnsOfWork = {
  [COBIE_SPARE]: ['Name', 'Category', 'TypeName', 'Suppliers', 'SetNumber', 'PartNumber'],
  [COBIE_JOB]: [
    'Name',
    'Category',
    'TypeName',
    'Description',
    'Duration',
    'DurationUnit',
    'TaskNumber',
    'Priors',
    'ResourceNames',
  ],
  [COBIE_SCHEDULE]: ['Start', 'TaskStartUnit', 'Frequency', 'FrequencyUnit'],
} as const

/** Tags are separated by semicolons, which a system's name may contain. */
function addTag(table: Table, row: Map<string, string>, name: string): void {
  const tag = name.replaceAll(/[;|]/g, ',')
  const old = row.get('Tags')?.split('; ') ?? []
  if (tag === '' || old.includes(tag)) return
  row.delete('Tags')
  table.set(row, 'Tags', [...old, tag].join('; '))
}
