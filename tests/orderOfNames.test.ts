/**
 * Names sort and are found by the rules of the reader's language everywhere (decision 63). By
 * default a database sorts by bytes and JavaScript by code units, so every place is checked.
 */
import { describe, expect, it } from 'vitest'
import { filesIn, isTest } from './sourceFiles.ts'

const files = filesIn(['contract', 'server', 'src'], ['.ts', '.tsx']).filter(
  ({ path }) => !isTest(path) && !path.startsWith('server/demo/'),
)

function inside(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) depth += 1
    if (')]}'.includes(text.charAt(at))) depth -= 1
    if (depth === 0) return text.slice(from + 1, at)
    // An order inside brackets that opened earlier ends with them, or with the statement.
    if (depth < 0) return text.slice(from + 1, at)
  }
  return text.slice(from + 1)
}

/**
 * Without the calls that order by the reader's language, and without named columns of `orderOf`.
 */
function withoutOrdered(text: string): string {
  const call = /\b(?:byName|nearest|nearestFirst)\(/.exec(text)
  if (call === null) return withoutObjects(text)
  const open = call.index + call[0].length - 1
  const end = open + inside(text, open).length + 2
  return withoutOrdered(text.slice(0, call.index) + text.slice(end))
}

/** `orderOf` orders its named columns itself. */
function withoutObjects(text: string): string {
  const object = /(?<!\$)\{/.exec(text)
  if (object === null) return text
  const end = object.index + inside(text, object.index).length + 2
  return withoutObjects(text.slice(0, object.index) + text.slice(end))
}

const aName = /(?<!\))\.(?:name|title|first_?name|last_?name|firstName|lastName|label)\b|^\s*name\b/

/** Orders by a name, or by a column given by its position. */
function unordered(text: string): string[] {
  const calls = [...text.matchAll(/\.orderBy\(/g)].map(({ index, 0: call }) =>
    inside(text, index + call.length - 1),
  )
  const clauses = [...text.matchAll(/\border by (?=[^`]*`)/g)].map(({ index, 0: words }) => {
    const rest = text.slice(index + words.length)
    const whole = inside(`(${rest}`, 0)
    return (/^(?:\$\{[^}]*\}|[^`$])*?(?=`|\blimit\b|$)/.exec(whole) ?? [whole])[0]
  })
  return [...calls, ...clauses]
    .filter((order) => !/^`?\$\{?$/.test(order))
    .map(withoutOrdered)
    .filter((order) => aName.test(order) || /^(?:sql`)?1\b/.test(order.trim()))
}

describe('an order of the database', () => {
  it('sorts names by the reader’s language', () => {
    const excused = [
      // merges keys and times of figures, which need this order
      'server/modules/site/metrics/metrics.ts',
      'server/db/appliedMigrations.ts',
      'server/db/portableTables.ts',
      'server/kernel/data/zoneData.ts',
      // creates and tests the order itself
      'server/db/nameOrder.ts',
    ]
    const faults = files
      .filter(({ path }) => path.startsWith('server/') && !excused.includes(path))
      .flatMap(({ path, text }) => unordered(text).map((order) => `${path}: ${order.trim()}`))
    expect(faults).toEqual([])
  })

  it.each([
    'rows.orderBy(asc(tables.role.name))',
    'rows.orderBy(\n  desc(load),\n  tables.user.firstName,\n)',
    'sql`array(select ${tables.role.name} from x order by 1)`',
    'sql`array_agg(thing.name order by thing.name, thing.id) as names`',
    'sql`select * from r order by r.name`',
    'sql`select * from ${a} order by ${tables.role.name} limit 5`',
  ])('is found when it does not: %s', (text) => {
    expect(unordered(text)).toHaveLength(1)
  })

  it.each([
    'rows.orderBy(byName(scope, tables.role.name), asc(tables.role.id))',
    'rows.orderBy(...orderOf(scope, sort, { name: tables.area.name }, tables.area.id, [asc(tables.area.id)]))',
    'sql`array_agg(x.name order by ${byName(scope, sql`x.name`)}) as names`',
    'sql`select name from r order by ${byName(scope, tables.r.name)}, id`',
  ])('is not found when it does: %s', (text) => {
    expect(unordered(text)).toEqual([])
  })
})

describe('an order of the page or the server’s own', () => {
  it('compares names with the collator of the language', () => {
    const made = /\.localeCompare\(|\bnew Intl\.Collator\(/
    expect(files.filter(({ text }) => made.test(text)).map(({ path }) => path)).toEqual([
      'contract/rules/inOrder.ts',
      // computes sort keys of characters with the collator
      'server/db/nameKeys.ts',
    ])
  })

  it('sorts without a comparison only what nobody reads as a name', () => {
    const excused: Record<string, string> = {
      'contract/recurrence/changesOfPlan.ts': 'instants',
      'contract/recurrence/phrases.ts': 'times of day',
      'contract/rules/money.ts': 'codes of currencies',
      'contract/timeZones/pinnedOffsets.ts': 'names of the tz database, in ASCII',
      'contract/venue/planFaults.ts': 'a key',
      'server/db/deleteCompany.ts': 'tables',
      'server/db/snapshots.ts': 'files',
      'server/kernel/data/updateRows.ts': 'a key',
      'server/kernel/http/call.ts': 'permissions',
      'server/modules/foundation/auth/commonPasswords.ts': 'numbers',
      'server/modules/insight/reports/distributions.ts': 'days',
      'server/modules/insight/ticketReports/figures.ts': 'days',
      'server/modules/operation/dataExports/archive.ts': 'tables',
      'server/modules/operation/imports/orgEntityTarget.ts': 'e-mail addresses, for a comparison',
      'server/modules/site/devices/reportAsides.ts': 'names of devices’ fields',
      'server/modules/work/schedules/equipmentSchedules.ts': 'instants',
      'src/entities/automations/actions/sendAlert.ts': 'a key',
      'src/features/retention/TableSizes.tsx': 'instants',
      'src/features/rrules/editor/Exceptions.tsx': 'days',
      'src/features/rrules/editor/TimesField.tsx': 'times of day',
      'src/lib/interruptedForms.ts': 'a key',
    }
    const bare = /\.(?:sort|toSorted)\(\)/
    expect(
      files
        .filter(({ text }) => bare.test(text))
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(Object.keys(excused).toSorted())
  })
})

describe('a picker that searches', () => {
  it('finds as the server does, and never by the library’s own comparison', () => {
    const plain = files
      .filter(({ path }) => path.startsWith('src/') && path.endsWith('.tsx'))
      .flatMap(({ path, text }) =>
        text
          .split(/(?=<(?:Select|TreeSelect|AutoComplete|Cascader)\b)/)
          .filter((part) => /^<(?:Select|TreeSelect|AutoComplete|Cascader)\b/.test(part))
          .filter((part) => {
            const [element = ''] = part.split(/\n\s*\/?>/)
            const searches =
              /\bshowSearch(?!=\{false\})/.test(element) || element.startsWith('<AutoComplete')
            return (
              (searches || element.includes('mode="multiple"')) &&
              !/\b(?:filterOption|filterTreeNode)\b/.test(element) &&
              !/\{\.\.\.shared\}|\bshowSearch=\{false\}|\bopen=\{false\}/.test(element)
            )
          })
          .map((part) => `${path}: ${part.split('\n')[0] ?? ''}`),
      )
    expect(plain).toEqual([])
  })
})

describe('the time zones of a picker', () => {
  it('are the server’s, because a browser’s may be old', () => {
    const asking = /\bsupportedValuesOf\(/
    expect(files.filter(({ text }) => asking.test(text)).map(({ path }) => path)).toEqual([])
  })
})
