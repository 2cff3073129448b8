import { compareCodes } from '#contract/rules/inOrder.ts'

type Row = Readonly<Record<string, string>>

export interface Joined {
  values: Record<string, string>
  from: readonly Row[]
}

/** Separates names in one cell, because names may contain commas and semicolons. */
const SEPARATOR = '\n'
export const INDENT = '  '
export const COBIE_SPARE = 'Spare'
export const COBIE_JOB = 'Job'
export const COBIE_SCHEDULE = 'Job schedule'
export const workColumns = {
  types: 'For types',
  supplier: 'Supplier',
  tasks: 'Tasks',
  every: 'Every',
  start: 'First due',
} as const

const text = (row: Row, column: string) => row[column] ?? ''
const unique = (all: readonly string[]) => [...new Set(all.filter((one) => one !== ''))]

export function spareRows(
  rows: readonly Row[],
  { typesIn, supplierOf }: { typesIn(cell: string): string[]; supplierOf(cell: string): string },
): Joined[] {
  const items = new Map<string, Row[]>()
  for (const row of rows) {
    const key = text(row, 'Name').toLowerCase()
    if (key !== '') items.set(key, [...(items.get(key) ?? []), row])
  }
  return [...items.values()].map((from) => {
    const first = (column: string) =>
      from.map((row) => text(row, column)).find((one) => one !== '') ?? ''
    return {
      from,
      values: {
        Name: first('Name'),
        Category: first('Category'),
        PartNumber: first('PartNumber') || first('SetNumber'),
        [workColumns.supplier]: supplierOf(first('Suppliers')),
        [workColumns.types]: unique(from.flatMap((row) => typesIn(text(row, 'TypeName')))).join(
          SEPARATOR,
        ),
      },
    }
  })
}

interface Plan {
  name: string
  category: string
  types: string[]
  every: string
  start: string
  tasks: string
  from: Row[]
}

/**
 * Turns tasks into procedures: one per job and interval. Equal tasks of several types share a
 * procedure. `byName`: resources by lower-case name.
 */
export function jobRows(
  rows: readonly Row[],
  { typesIn, resources }: { typesIn(cell: string): string[]; resources: ReadonlyMap<string, Row> },
): { plans: Joined[]; schedules: Joined[]; usedResources: Row[] } {
  const usedResources = new Set<Row>()
  const jobs = new Map<string, Row[]>()
  for (const row of rows) {
    if (text(row, 'Name') === '') continue
    const key = [text(row, 'Name'), text(row, 'TypeName')].join('\n').toLowerCase()
    jobs.set(key, [...(jobs.get(key) ?? []), row])
  }
  const plans = new Map<string, Plan>()
  for (const job of jobs.values())
    for (const [every, tasks] of byInterval(job)) {
      const [first = {}] = tasks
      const several = byInterval(job).size > 1 && every !== ''
      const plan: Plan = {
        name: several
          ? `${text(first, 'Name')} (${text(first, 'Frequency')} ${text(first, 'FrequencyUnit')})`
          : text(first, 'Name'),
        category: tasks.map((row) => text(row, 'Category')).find((one) => one !== '') ?? '',
        types: typesIn(text(first, 'TypeName')),
        every,
        start: startOf(tasks),
        tasks: orderTasks(tasks)
          .map((row) => taskText(row, tasks.length, resources, usedResources))
          .join('\n'),
        from: tasks,
      }
      const { types, from, ...same } = plan
      const key = JSON.stringify(same).toLowerCase()
      const known = plans.get(key)
      // A plan without a type applies to any equipment, so it is a different plan.
      if (known === undefined || known.types.length === 0 || types.length === 0)
        plans.set(known === undefined ? key : `${key}\n${plans.size}`, plan)
      else {
        known.types = unique([...known.types, ...types])
        known.from.push(...from)
      }
    }
  const all = [...plans.values()]
  const shared = ({ name, category, types }: Plan) => ({
    Name: name,
    Category: category,
    [workColumns.types]: types.join(SEPARATOR),
  })
  return {
    plans: all.map((plan) => ({
      from: plan.from,
      values: { ...shared(plan), [workColumns.tasks]: plan.tasks },
    })),
    // A job without types would be due on everything.
    schedules: all
      .filter(({ every, types }) => every !== '' && types.length > 0)
      .map((plan) => ({
        from: plan.from,
        values: {
          ...shared(plan),
          [workColumns.every]: plan.every,
          [workColumns.start]: plan.start,
        },
      })),
    usedResources: [...usedResources],
  }
}

/**
 * Groups tasks by interval. A task without an interval joins the others if they share one interval.
 */
function byInterval(job: readonly Row[]): Map<string, Row[]> {
  const said = unique(job.map(intervalOf))
  const [only = ''] = said.length === 1 ? said : []
  const groups = new Map<string, Row[]>()
  for (const row of job) {
    const every = intervalOf(row) || only
    groups.set(every, [...(groups.get(every) ?? []), row])
  }
  return groups
}

const intervalOf = (row: Row) => spanOf(text(row, 'Frequency'), text(row, 'FrequencyUnit')) ?? ''

const units: readonly [RegExp, number, 'M' | 'D' | 'TH'][] = [
  [/^years?$/i, 12, 'M'],
  [/^quarters?$/i, 3, 'M'],
  [/^months?$/i, 1, 'M'],
  [/^weeks?$/i, 7, 'D'],
  [/^days?$/i, 1, 'D'],
  [/^hours?$/i, 1, 'TH'],
]

/**
 * Converts 3 and `month` to `P3M`, the span format of exports. Null if the amount is not whole, or
 * the unit is not a time (`as required`).
 */
export function spanOf(amount: string, unit: string): string | null {
  const known = units.find(([words]) => words.test(unit.trim()))
  const value = Number(amount.replace(',', '.'))
  if (known === undefined || amount.trim() === '' || !(value > 0)) return null
  const [, factor, letter] = known
  const whole = Math.round(value * factor * 1e6) / 1e6
  if (!Number.isInteger(whole) || whole > 10_000) return null
  if (letter === 'TH') return `PT${whole}H`
  if (letter === 'M') return whole % 12 === 0 ? `P${whole / 12}Y` : `P${whole}M`
  return whole % 7 === 0 ? `P${whole / 7}W` : `P${whole}D`
}

const DAY = /^\d{4}-\d{2}-\d{2}(?=$|T)/

/**
 * The start as a day, or as a span after the import. The earliest day of the tasks, if any has a
 * day.
 */
function startOf(tasks: readonly Row[]): string {
  const days = tasks.flatMap((row) => DAY.exec(text(row, 'Start'))?.[0] ?? [])
  if (days.length > 0) return days.toSorted(compareCodes)[0] ?? ''
  return (
    unique(tasks.map((row) => spanOf(text(row, 'Start'), text(row, 'TaskStartUnit')) ?? ''))[0] ??
    ''
  )
}

function taskText(
  row: Row,
  count: number,
  resources: ReadonlyMap<string, Row>,
  used: Set<Row>,
): string {
  const title = text(row, 'Description') || text(row, 'Name')
  const duration = [text(row, 'Duration'), text(row, 'DurationUnit')]
  const needs = listedIn(text(row, 'ResourceNames'), resources).map((name) => {
    const resource = resources.get(name.toLowerCase())
    if (resource !== undefined) used.add(resource)
    const about = unique([text(resource ?? {}, 'Category'), text(resource ?? {}, 'Description')])
    return about.length === 0 ? name : `${name}: ${about.join(', ')}`
  })
  const number = count > 1 ? text(row, 'TaskNumber') : ''
  return [
    oneLine(number === '' || title.startsWith(number) ? title : `${number}. ${title}`),
    ...(duration[0] === ''
      ? []
      : [`${INDENT}${oneLine(`Duration: ${duration.join(' ').trim()}`)}`]),
    ...needs.map((need) => `${INDENT}${oneLine(need)}`),
  ].join('\n')
}

const oneLine = (line: string) => line.replaceAll(/\s+/g, ' ').trim()

/** Splits names at commas. A name may contain a comma, so the whole text is tried first. */
export const listedIn = (cell: string, known: { has(name: string): boolean }): string[] =>
  known.has(cell.toLowerCase())
    ? [cell]
    : cell
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')

/**
 * Orders tasks after the tasks they name as prior; otherwise by task number, then by row. Cycles
 * keep that order.
 */
export function orderTasks<T extends Row>(tasks: readonly T[]): T[] {
  const numbers = new Set(tasks.map((row) => numberKey(text(row, 'TaskNumber'))))
  const priors = (row: Row) => {
    const own = numberKey(text(row, 'TaskNumber'))
    return text(row, 'Priors')
      .split(/[,;:]/)
      .map(numberKey)
      .filter((prior) => prior !== own && numbers.has(prior))
  }
  const left = tasks.toSorted(byNumber)
  const done = new Set<string>()
  const ordered: T[] = []
  while (left.length > 0) {
    const ready = left.findIndex((row) => priors(row).every((prior) => done.has(prior)))
    const [next] = left.splice(Math.max(0, ready), 1)
    if (next === undefined) break
    ordered.push(next)
    const number = numberKey(text(next, 'TaskNumber'))
    // Several tasks may have one number.
    if (!left.some((row) => numberKey(text(row, 'TaskNumber')) === number)) done.add(number)
  }
  return ordered
}

/** Normalises a task number: `01`, `1` and a workbook's `1.0` are equal. */
const numberKey = (said: string): string => {
  const number = said.trim()
  return /^\d+(\.0+)?$/.test(number) ? String(Number(number)) : number.toLowerCase()
}

function byNumber(one: Row, other: Row): number {
  const [a, b] = [text(one, 'TaskNumber'), text(other, 'TaskNumber')]
  const [x, y] = [Number.parseFloat(a), Number.parseFloat(b)]
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y))
  return x - y || compareCodes(a, b)
}
