/** Screens contain no texts, and no left or right: both depend on the language. */
import { describe, expect, it } from 'vitest'
import { cssVariables } from '#ui/theme/tokens.ts'
import {
  filesIn,
  isNode,
  isTest,
  type Node,
  parse,
  placeOf,
  type SourceFile,
  walk,
} from './sourceFiles.ts'

const screens = filesIn(['src'], ['.tsx']).filter((file) => !isTest(file.path))
const scripts = filesIn(['src'], ['.ts', '.tsx']).filter((file) => !isTest(file.path))
const sheets = filesIn(['src'], ['.css'])

/** Attributes whose value is read or heard. */
const spoken = new Set([
  'title',
  'placeholder',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'label',
  'hint',
  'help',
  'okText',
  'cancelText',
  'description',
  'subTitle',
  'subtitle',
  'message',
  'tooltip',
  'extra',
  'summary',
  'heading',
  'text',
  'emptyText',
])
/**
 * The product's name and unit signs are the same everywhere. Keys are named as printed on the
 * keyboard.
 */
const notWords = /^(Plantroom|Ctrl|Cmd|K|Esc|px|CSV|JSON|ID|ms|s|kB|dBm)$/
const silentElements = new Set(['code', 'kbd', 'style', 'script'])

describe('a visible word', () => {
  it('comes from the locale files, never from the screen', () => {
    expect(screens.length).toBeGreaterThan(20)
    expect(screens.flatMap(rawWords)).toEqual([])
  })
})

describe('a bound', () => {
  it('is named MAX or MIN, as in the trade', () => {
    const vague = /\b(?:MOST|LEAST|FEW|FAR)(?:_[A-Z]+)*\b(?=[^=;]*=)/
    const code = filesIn(['contract', 'server', 'src', 'tests', 'scripts'], ['.ts', '.tsx', '.mjs'])
    const named = code.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /^(?:export )?const\b/.test(line) && vague.test(line))
        .map((line) => `${path}: ${line}`),
    )
    expect(named).toEqual([])
    expect(vague.test('const MOST_ROWS = 5')).toBe(true)
  })
})

describe('a row on a screen', () => {
  it('leaves it once the server refuses to show it; screens that explain a missing answer show no former one', () => {
    const excused: Record<string, string> = {
      'src/features/procedures/perform/PerformPage.tsx': 'answers are being given; sending tells',
      'src/features/procedures/perform/WrongThing.tsx': 'names, in a question that stays open',
      'src/features/procedures/editor/LogicDependencyPage.tsx': 'is being edited',
      'src/features/positions/venue/useVenueChoice.ts':
        'a plan that the list beside it no longer names',
    }
    const keepsFormer =
      /\{\s*data\b[^}]*\berror\b[^}]*\}\s*=\s*[\w.]*useGet\w+Query\(\s*\{\s*params\b/
    expect(keepsFormer.test('const { data, error } = calls.useGetDogQuery({ params })')).toBe(true)
    expect(
      scripts
        .filter(({ text }) => keepsFormer.test(text))
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(Object.keys(excused).toSorted())
  })
})

describe('a dialog or a sheet', () => {
  it('is the product’s own, which Back closes', () => {
    const own = [
      'src/ui/dialog/Dialog.tsx',
      'src/ui/panel/OpenSheet.tsx',
      'src/ui/panel/DetailPanel.tsx',
    ]
    const drawn = /<(?:Modal|Drawer)\b/
    expect(
      screens
        .filter(({ text }) => drawn.test(text))
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(own.toSorted())
  })
})

describe('a date or time field', () => {
  it('is the product’s own, which writes as the language does', () => {
    const native = /<[Ii]nput\b[^>]*\btype=\{?["'](?:date|time|datetime-local|month|week)["']/
    expect(screens.filter(({ text }) => native.test(text)).map(({ path }) => path)).toEqual([])
    expect(native.test('<Input id={id} type="datetime-local" />')).toBe(true)
  })
})

describe('an icon', () => {
  it('is hidden from screen readers or has a label: its own name is an English word', () => {
    expect(screens.flatMap(namelessIcons)).toEqual([])
  })

  it('is found when it does neither', () => {
    expect(
      namelessIcons({
        path: 'a.tsx',
        text: 'export const A = () => <p><PlusOutlined /><PlusOutlined aria-hidden /><CheckCircleFilled aria-label={t("yes")} /></p>',
      }),
    ).toEqual(['a.tsx:1 PlusOutlined'])
  })
})

describe('a custom property', () => {
  const tokens = new Set([
    ...cssVariables('light').map(([name]) => name),
    ...[...sheets, ...scripts].flatMap(({ text }) =>
      [...text.matchAll(/['"{;\s](--[a-z][a-z0-9-]*)['"]?\s*:/g)].map(([, name]) => name ?? ''),
    ),
    ...scripts.flatMap(({ text }) =>
      [...text.matchAll(/setProperty\('(--[a-z0-9-]+)'/g)].map(([, name]) => name ?? ''),
    ),
  ])
  const strangers = ({ path, text }: SourceFile) =>
    [...text.matchAll(/var\((--[a-z][a-z0-9-]*)(?=[),])/g)]
      .filter(([, name]) => !tokens.has(name ?? ''))
      .map(([, name]) => `${path} ${name}`)

  it('that is used is set somewhere', () => {
    expect([...sheets, ...scripts].flatMap(strangers)).toEqual([])
    expect(
      strangers({
        path: 'a.css',
        text: '.a { color: var(--pr-ink); background: var(--pr-surface); }',
      }),
    ).toEqual(['a.css --pr-ink'])
  })
})

describe('a formatter of the platform', () => {
  it('is made once, in one place, which pins digits and calendar and keeps it for the next date', () => {
    // The zone of the browser is a setting, not a text.
    const made =
      /\bIntl\.((DateTime|Number|List|RelativeTime|Duration)Format|PluralRules)\((?!\)\.resolvedOptions)|\.toLocale(Date|Time)?String\((?!'en')/
    // Reads the runtime's zone data, for comparison and for zones that the server did not send.
    const asking = ['contract/timeZones/runtimeOffset.ts']
    const all = filesIn(['contract', 'server', 'src'], ['.ts', '.tsx'])
    const makers = all.filter(({ path, text }) => !isTest(path) && made.test(text))
    expect(makers.map(({ path }) => path)).toEqual(asking)
    expect(made.test("new Intl.DateTimeFormat('ar')")).toBe(true)
    expect(made.test('(12).toLocaleString(locale)')).toBe(true)
  })
})

describe('wall time', () => {
  const all = filesIn(['contract', 'server', 'src'], ['.ts', '.tsx']).filter(
    ({ path }) => !isTest(path),
  )
  it('is converted by the pinned zone data alone, never by a statement', () => {
    const converted =
      /\bat time zone\b|\btimezone\(|\blocaltimestamp\b|\bcurrent_date\b|\bdate_trunc\(|\b(extract\(|date_part\(')(dow|doy|day|week|month|year|hour)\b|_at::date\b/i
    const faults = all.filter(({ text }) => converted.test(text)).map(({ path }) => path)
    expect(faults).toEqual([
      // Generated readings that only have to look warm by day.
      'server/demo/sensors.ts',
      // measures the database's zone data
      'server/kernel/data/zoneData.ts',
    ])
    for (const text of ["at at time zone 'UTC'", 'timezone($1, at)', 'done_at::date'])
      expect(text).toMatch(converted)
  })
  it('has no part in showing a calendar day: noon in UTC is tomorrow in Auckland', () => {
    const asInstant = /T(12|00):00(:00(\.000)?)?Z`/
    const shown = filesIn(['src'], ['.tsx']).filter(({ path }) => !isTest(path))
    expect(shown.filter(({ text }) => asInstant.test(text)).map(({ path }) => path)).toEqual([
      // formats in UTC, in forms that `calendarDay` lacks
      'src/features/dynamicDashboards/WidgetFace.tsx',
      'src/features/rrules/calendar/DayHead.tsx',
      'src/features/rrules/calendar/ScheduleCalendar.tsx',
    ])
  })
  it('is converted by no runtime, whose zone data may be old', () => {
    const converted =
      /\bTemporal\.|from 'temporal-polyfill'|\.getTimezoneOffset\(|\btoLocale(Date|Time)String\(|\.get(FullYear|Month|Date|Day|Hours|Minutes)\(/
    expect(all.filter(({ text }) => converted.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('a test that waits for an element', () => {
  const askedTwice = (file: SourceFile): string[] => {
    const places: string[] = []
    walk(parse(file).program, (node, above) => {
      if (node.type !== 'AwaitExpression') return
      const [expected, member] = [above.at(-1), above.at(-2)]
      const what = file.text.slice(node.start, node.end)
      const isFound = /\bfind\w*By\w*\(/.test(what)
      const isPicture = /ByRole\('img'/.test(what) && member?.type === 'MemberExpression'
      const isIn = file.text.slice(expected?.end, member?.end).trim() === '.toBeInTheDocument'
      if (isFound && (isIn || isPicture)) places.push(placeOf(file, node.start))
    })
    return places
  }

  it('does not ask a second time for it: it may have been drawn again by then', () => {
    const tests = filesIn(['src', 'tests'], ['.tsx']).filter((file) => isTest(file.path))
    expect(tests.length).toBeGreaterThan(50)
    expect(tests.flatMap(askedTwice)).toEqual([])
    expect(
      askedTwice({
        path: 'a.tsx',
        text: "expect(await screen.findByRole('img')).toBeInTheDocument()",
      }),
    ).toEqual(['a.tsx:1'])
    expect(
      askedTwice({
        path: 'a.tsx',
        text: "expect(await screen.findByRole('img')).toBeVisible()",
      }),
    ).toEqual(['a.tsx:1'])
  })
})

describe('a choice of dates', () => {
  it('uses the one field and the one range, which write as the language does', () => {
    const those = (what: RegExp) =>
      scripts.filter(({ text }) => what.test(text)).map(({ path }) => path)
    expect(those(/\b(DatePicker|TimePicker)\b[^\n]*from 'antd'/)).toEqual([
      'src/ui/dates/pickers.ts',
    ])
    expect(those(/\bMomentPicker\b[^\n]*from '/)).toEqual([
      'src/ui/dates/MomentField.tsx',
      'src/ui/dates/RangeField.tsx',
    ])
  })
})

describe('a typed number', () => {
  it('uses the one field, which reads 1,5 and ١٢ and reports what it does not take', () => {
    const field = /\bInputNumber\b[^\n]*from 'antd'/
    expect(scripts.filter(({ text }) => field.test(text)).map(({ path }) => path)).toEqual([
      'src/ui/form/NumberInput.tsx',
    ])
  })
})

describe('direction', () => {
  it('is logical in every style sheet', () => {
    expect(sheets.length).toBeGreaterThan(3)
    expect(sheets.flatMap(physicalCss)).toEqual([])
  })

  it('is logical in every inline style', () => {
    expect(scripts.flatMap(physicalStyles)).toEqual([])
  })

  it('is checked by a search that finds violations', () => {
    const sheet = {
      path: 'a.css',
      text: '.a {\n  margin-left: 4px;\n  inset-inline-start: 0;\n  text-align: right; /* physical: figures */\n}',
    }
    expect(physicalCss(sheet)).toEqual(['a.css:2 margin-left'])
    const screen = {
      path: 'a.tsx',
      text: 'export const A = () => <p title="Hello" style={{ left: 0 }}>Hi <code>x</code>{ok ? "Yes" : t("no")}</p>',
    }
    expect(rawWords(screen)).toEqual(['a.tsx:1 “Hello”', 'a.tsx:1 “Hi”', 'a.tsx:1 “Yes”'])
    expect(physicalStyles(screen)).toEqual(['a.tsx:1 left'])
  })
})

function rawWords(file: SourceFile): string[] {
  const found: string[] = []
  const note = (text: string, node: Node) => {
    const words = text.trim()
    if (/\p{L}/u.test(words) && !notWords.test(words))
      found.push(`${placeOf(file, node.start)} “${words.replaceAll(/\s+/g, ' ')}”`)
  }
  walk(parse(file).program, (node, ancestors) => {
    if (ancestors.some(isSilent)) return
    if (node.type === 'JSXText') note(String(node['value']), node)
    if (node.type === 'JSXAttribute' && spoken.has(nameOf(node['name'])))
      textsOf(node['value']).forEach(([text, at]) => note(text, at))
    const isChild =
      node.type === 'JSXExpressionContainer' && ancestors.at(-1)?.type === 'JSXElement'
    if (isChild) textsOf(node).forEach(([text, at]) => note(text, at))
  })
  return found
}

function namelessIcons(file: SourceFile): string[] {
  const found: string[] = []
  walk(parse(file).program, (node) => {
    if (
      node.type !== 'JSXOpeningElement' ||
      !/(Outlined|Filled|TwoTone)$/.test(nameOf(node['name']))
    )
      return
    const attributes = Array.isArray(node['attributes']) ? node['attributes'].filter(isNode) : []
    if (
      !attributes.some((attribute) =>
        ['aria-hidden', 'aria-label'].includes(nameOf(attribute['name'])),
      )
    )
      found.push(`${placeOf(file, node.start)} ${nameOf(node['name'])}`)
  })
  return found
}

function isSilent(node: Node): boolean {
  const opening = node['openingElement']
  return (
    node.type === 'JSXElement' && isNode(opening) && silentElements.has(nameOf(opening['name']))
  )
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : ''
}

/** Literal texts that an expression can evaluate to: itself, either branch, either side. */
function textsOf(node: unknown): [string, Node][] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [[node['value'], node]] : []
    case 'TemplateLiteral': {
      const parts = Array.isArray(node['quasis']) ? node['quasis'].filter(isNode) : []
      const words = parts.map(wordsOf).join(' ')
      return [[words, node]]
    }
    case 'ConditionalExpression':
      return [...textsOf(node['consequent']), ...textsOf(node['alternate'])]
    case 'LogicalExpression':
      return [
        ...(node['operator'] === '&&' ? [] : textsOf(node['left'])),
        ...textsOf(node['right']),
      ]
    case 'JSXExpressionContainer':
      return textsOf(node['expression'])
    default:
      return []
  }
}

function wordsOf(quasi: Node): string {
  const value = quasi['value']
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''
}

const physicalProperty =
  /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)(?:-[a-z]+)?|border-(?:top|bottom)-(?:left|right)-radius|scroll-(?:margin|padding)-(?:left|right)|left|right)\s*:/g
const physicalValue = /(?:^|[\s;{])((?:text-align|float|clear|caption-side)\s*:\s*(?:left|right))/g
const excuse = /\/\* physical: .+\*\//

function physicalCss(sheet: SourceFile): string[] {
  const lines = sheet.text.split('\n')
  return lines.flatMap((line, index) => {
    if (excuse.test(line) || excuse.test(lines[index - 1] ?? '')) return []
    return [...line.matchAll(physicalProperty), ...line.matchAll(physicalValue)].map(
      (match) => `${sheet.path}:${index + 1} ${match[1]}`,
    )
  })
}

const physicalKeys =
  /^((margin|padding|border)(Left|Right)([A-Z]\w*)?|border(Top|Bottom)(Left|Right)Radius)$/

function physicalStyles(source: SourceFile): string[] {
  const found: string[] = []
  const lines = source.text.split('\n')
  walk(parse(source).program, (node, ancestors) => {
    if (node.type !== 'Property') return
    const name = nameOf(node['key'])
    const inStyle = ancestors.some(
      (outer) => outer.type === 'JSXAttribute' && /^styles?$/.test(nameOf(outer['name'])),
    )
    const value =
      isNode(node['value']) && node['value'].type === 'Literal' ? node['value']['value'] : undefined
    const isPhysical =
      physicalKeys.test(name) ||
      (inStyle && (name === 'left' || name === 'right')) ||
      ((name === 'textAlign' || name === 'float') && (value === 'left' || value === 'right'))
    const line = source.text.slice(0, node.start).split('\n').length
    const excused = excuse.test(lines[line - 1] ?? '') || excuse.test(lines[line - 2] ?? '')
    if (isPhysical && !excused) found.push(`${source.path}:${line} ${name}`)
  })
  return found
}
