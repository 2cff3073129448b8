import { describe, expect, it } from 'vitest'
import { orderTasks, jobRows, spanOf, spareRows } from './cobieWork.ts'

const typesIn = (cell: string) => (cell === '' ? [] : cell.split(','))
const resources = new Map([
  ['ladder', { Name: 'Ladder', Category: 'Tools', Description: '3 m' }],
  ['lockout kit', { Name: 'Lockout kit', Category: 'Tools', Description: '' }],
])
const job = (values: Record<string, string>) => ({
  Name: 'Pump service',
  Category: 'PM',
  TypeName: 'Pump',
  Description: '',
  Frequency: '3',
  FrequencyUnit: 'month',
  Start: '',
  TaskStartUnit: '',
  Duration: '',
  DurationUnit: '',
  TaskNumber: '',
  Priors: '',
  ResourceNames: '',
  ...values,
})

describe('intervals of COBie', () => {
  it.each([
    ['1', 'year', 'P1Y'],
    ['0.5', 'Year', 'P6M'],
    ['1', 'quarter', 'P3M'],
    ['18', 'months', 'P18M'],
    ['2', 'week', 'P2W'],
    ['10', 'day', 'P10D'],
    ['36', 'hour', 'PT36H'],
    ['', 'year', null],
    ['CIC 5', 'year', null],
    ['1', 'as required', null],
    ['90', 'minute', null],
    ['0', 'day', null],
    ['0.3', 'month', null],
  ])('%s %s is %s', (amount, unit, expected) => {
    expect(spanOf(amount, unit)).toBe(expected)
  })
})

describe('the order of tasks', () => {
  const order = (...tasks: [number: string, priors: string][]) =>
    orderTasks(tasks.map(([TaskNumber, Priors]) => ({ TaskNumber, Priors }))).map(
      ({ TaskNumber }) => TaskNumber,
    )
  it('follows the tasks named as prior, then the numbers', () => {
    expect(order(['10', '2'], ['2', '3'], ['3', ''], ['1', ''])).toEqual(['1', '3', '2', '10'])
  })
  it('reads several priors, and numbers with zeros before them', () => {
    expect(order(['01', '2,03'], ['2', ''], ['3', ''])).toEqual(['2', '3', '01'])
  })
  it('ignores a task that is prior to itself, or is not there', () => {
    expect(order(['2', '2'], ['1', '9'])).toEqual(['1', '2'])
  })
  it('keeps the order of numbers in a circle', () => {
    expect(order(['2', '1'], ['1', '2'], ['3', ''])).toEqual(['3', '1', '2'])
  })
})

describe('job plans', () => {
  it('are one procedure of their tasks, with what they need', () => {
    const rows = [
      job({
        TaskNumber: '2',
        Priors: '1',
        Description: 'Change the seal',
        ResourceNames: 'Ladder,Lockout kit,Crane',
        Duration: '2',
        DurationUnit: 'hour',
      }),
      job({ TaskNumber: '1', Description: 'Shut the valve' }),
    ]
    const { plans, schedules, usedResources } = jobRows(rows, { typesIn, resources })
    expect(plans.map(({ values }) => values)).toEqual([
      {
        Name: 'Pump service',
        Category: 'PM',
        'For types': 'Pump',
        Tasks: [
          '1. Shut the valve',
          '2. Change the seal',
          '  Duration: 2 hour',
          '  Ladder: Tools, 3 m',
          '  Lockout kit: Tools',
          '  Crane',
        ].join('\n'),
      },
    ])
    expect(schedules.map(({ values }) => [values['Every'], values['First due']])).toEqual([
      ['P3M', ''],
    ])
    expect(usedResources.map(({ Name }) => Name)).toEqual(['Ladder', 'Lockout kit'])
  })

  it('are several procedures if their tasks have several intervals', () => {
    const rows = [
      job({ TaskNumber: '1', Description: 'Look' }),
      job({ TaskNumber: '2', Description: 'Overhaul', Frequency: '2', FrequencyUnit: 'year' }),
    ]
    const { plans, schedules } = jobRows(rows, { typesIn, resources })
    expect(plans.map(({ values }) => values['Name'])).toEqual([
      'Pump service (3 month)',
      'Pump service (2 year)',
    ])
    expect(schedules.map(({ values }) => values['Every'])).toEqual(['P3M', 'P2Y'])
  })

  it('are one procedure for several types if their tasks are the same', () => {
    const { plans } = jobRows([job({}), job({ TypeName: 'Fan' })], { typesIn, resources })
    expect(plans.map(({ values }) => values['For types'])).toEqual(['Pump\nFan'])
  })

  it('have no schedule without a type or an interval', () => {
    const { plans, schedules } = jobRows(
      [job({ TypeName: '' }), job({ Name: 'When asked', FrequencyUnit: 'as required' })],
      { typesIn, resources },
    )
    expect(plans).toHaveLength(2)
    expect(schedules).toEqual([])
  })

  it('begin on the earliest day, or after a span', () => {
    const start = (...rows: Record<string, string>[]) =>
      jobRows(rows.map(job), { typesIn, resources }).schedules[0]?.values['First due']
    expect(start({ Start: '2027-02-01T00:00:00' }, { Start: '2027-01-05' })).toBe('2027-01-05')
    expect(start({ Start: '2', TaskStartUnit: 'week' })).toBe('P2W')
  })
})

describe('spare parts', () => {
  it('are one item for several types, with the set number if the part number is missing', () => {
    const rows = [
      {
        Name: 'Seal kit',
        Category: 'Part',
        TypeName: 'Pump',
        Suppliers: 'a@x.test',
        SetNumber: 'S1',
      },
      { Name: 'seal kit', Category: '', TypeName: 'Fan', Suppliers: '', SetNumber: '' },
    ]
    const [only, ...others] = spareRows(rows, { typesIn, supplierOf: () => 'Acme' })
    expect(others).toEqual([])
    expect(only?.from).toHaveLength(2)
    expect(only?.values).toEqual({
      Name: 'Seal kit',
      Category: 'Part',
      PartNumber: 'S1',
      Supplier: 'Acme',
      'For types': 'Pump\nFan',
    })
  })
})
