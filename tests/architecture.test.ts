/**
 * The import rules of docs/architecture.md ('Who may import whom'), and rules for names and lengths
 * of files.
 */
import { describe, expect, it } from 'vitest'
import { groupBy } from '#contract/rules/groupBy.ts'
import { filesIn, folderOfAlias, importsOf, isTest, type SourceFile } from './sourceFiles.ts'

const files = filesIn(['contract', 'src', 'server', 'tests', 'e2e'], ['.ts', '.tsx'])
const production = files.filter((file) => !isTest(file.path))

const layers: readonly { name: string; of: RegExp; may: readonly RegExp[] }[] = [
  { name: 'contract', of: /^contract\//, may: [] },
  { name: 'lib', of: /^src\/lib\//, may: [/^contract\//, /^locales\//] },
  { name: 'api', of: /^src\/api\//, may: [/^contract\//, /^src\/lib\//] },
  {
    name: 'ui',
    of: /^src\/ui\//,
    may: [/^contract\//, /^src\/(lib|api)\//],
  },
  { name: 'map', of: /^src\/map\//, may: [/^contract\//, /^src\/(lib|ui)\//] },
  {
    name: 'entities',
    of: /^src\/entities\//,
    may: [/^contract\//, /^src\/(lib|api|ui)\//],
  },
  {
    name: 'features',
    of: /^src\/features\//,
    may: [/^contract\//, /^src\/(lib|api|ui|entities|map)\//],
  },
  {
    name: 'app',
    of: /^src\/(app\/|main\.tsx|start\.tsx)/,
    may: [/^contract\//, /^src\//, /^locales\//],
  },
  { name: 'config', of: /^server\/config\//, may: [/^contract\//, /^server\/ports\//] },
  { name: 'ports', of: /^server\/ports\//, may: [/^contract\//, /^server\/config\//] },
  { name: 'db', of: /^server\/db\//, may: [/^contract\//, /^server\/(ports|config)\//] },
  {
    name: 'kernel',
    of: /^server\/kernel\//,
    may: [
      /^contract\//,
      /^server\/(db|ports|config)\//,
      // An exported file uses the texts of its reader's language.
      /^locales\/\w+\/(entities|exportFiles)\.json$/,
    ],
  },
  {
    name: 'modules',
    of: /^server\/modules\//,
    may: [
      /^contract\//,
      /^server\/(kernel|db|ports)\//,
      /^server\/demo\/people\.ts$/,
      // A file may use the column names and error texts of the screens. The server draws the page
      // of a label.
      /^locales\/\w+\/(entities|imports|recurrence|reportPage)\.json$/,
    ],
  },
  // The demo companies use what the modules know, so the demo may import them.
  {
    name: 'demo',
    of: /^server\/demo\//,
    may: [/^contract\//, /^server\/(kernel|db|ports|modules)\//],
  },
  { name: 'commands', of: /^server\/commands\//, may: [/^contract\//, /^server\//] },
  { name: 'server', of: /^server\/[^/]+\.ts$/, may: [/^contract\//, /^server\//] },
]

/** The folders of server/modules, from below: a module calls its own layer and those before it. */
const moduleLayers = ['foundation', 'site', 'work', 'operation', 'insight']

const packagesOfContract = /^zod$/
/** Recurrence is a pure engine over a library, shared by server and page. */
const packagesOfRecurrence = /^rrule$/
/** The pinned release of the tz database (decision 62). */
const packagesOfTimeZones = /^moment-timezone\/data\//
/** The page, a command and the server verify a seal with the same canonical form. */
/** Loaded on the page and in the server's threads when a calendar is parsed. */
const packagesOfCalendars = /^ical\.js$/
const packagesOfSeals = /^(zod|canonicalize)$/

describe('the import rules', () => {
  it('find files to check', () => {
    expect(production.length).toBeGreaterThan(50)
    for (const { name, of } of layers.filter((layer) => layer.name !== 'map')) {
      expect(
        production.some((file) => of.test(file.path)),
        `files of ${name}`,
      ).toBe(true)
    }
    expect(production.flatMap(importsOf).length).toBeGreaterThan(200)
  })

  it('know the layer of every file', () => {
    expect(
      production.filter((file) => layerOf(file) === undefined).map((file) => file.path),
    ).toEqual([])
  })

  it('let each layer import only what is below it', () => {
    const faults = production.flatMap((file) => {
      const layer = layerOf(file)
      const may = layer?.may ?? []
      return ownImports(file)
        .filter((target) => !layer?.of.test(target) && !may.some((allowed) => allowed.test(target)))
        .map((target) => `${file.path} imports ${target}`)
    })
    expect(faults).toEqual([])
  })

  it('give the contract zod and nothing else, and recurrence its libraries', () => {
    const allowed = (file: SourceFile) =>
      file.path.startsWith('contract/recurrence/')
        ? packagesOfRecurrence
        : file.path.startsWith('contract/signedLog/')
          ? packagesOfSeals
          : file.path.startsWith('contract/timeZones/')
            ? packagesOfTimeZones
            : file.path === 'contract/company/calendarFile.ts'
              ? packagesOfCalendars
              : packagesOfContract
    const faults = production
      .filter((file) => file.path.startsWith('contract/'))
      .flatMap((file) =>
        importsOf(file)
          .filter((entry) => entry.target === undefined && !allowed(file).test(entry.request))
          .map((entry) => `${file.path} imports ${entry.request}`),
      )
    expect(faults).toEqual([])
  })

  it('keep features apart, and the rest of the page at their entry point', () => {
    expect(
      foreignEntrances(
        /^src\/features\/([^/]+)\//,
        /^(routes\.tsx|index\.tsx?|[A-Za-z]+Slice\.ts|[A-Za-z]+Events\.ts)$/,
        'never',
      ),
    ).toEqual([])
  })

  it('let a module be entered through its index only', () => {
    const faults = foreignEntrances(
      /^server\/modules\/[a-z]+\/([^/]+)\//,
      /^(index|routes|reactions|inThread)\.ts$/,
      'index.ts',
    )
    expect(faults.filter((fault) => !fault.startsWith('server/demo/'))).toEqual([])
  })

  it('let a module import modules of its own layer and of those below, ten levels deep at most', () => {
    const moduleOf = (path: string) => {
      const [, layer, name] = /^server\/modules\/([a-z]+)\/([^/]+)\//.exec(path) ?? []
      return layer === undefined || name === undefined ? undefined : { layer, name }
    }
    const modules = production.flatMap((file) => {
      const own = moduleOf(file.path)
      return own === undefined ? [] : [{ file, own }]
    })
    expect([...new Set(modules.map(({ own }) => own.layer))].toSorted()).toEqual(
      moduleLayers.toSorted(),
    )
    const calls = modules.flatMap(({ file, own }) =>
      ownImports(file).flatMap((target) => {
        const other = moduleOf(target)
        return other === undefined || other.name === own.name ? [] : [{ own, other }]
      }),
    )
    const rank = (layer: string) => moduleLayers.findIndex((one) => one === layer)
    expect(
      calls
        .filter(({ own, other }) => rank(other.layer) > rank(own.layer))
        .map(({ own, other }) => `${own.layer}/${own.name} calls ${other.layer}/${other.name}`),
    ).toEqual([])
    const below = groupBy(calls, ({ own }) => own.name)
    const depthOf = (name: string): number =>
      1 + Math.max(0, ...(below.get(name) ?? []).map(({ other }) => depthOf(other.name)))
    expect(Math.max(...modules.map(({ own }) => depthOf(own.name)))).toBeLessThanOrEqual(10)
  })

  it('reach a folder that has an alias by its alias, from outside and from another of its folders', () => {
    const folders = [...folderOfAlias.values()]
    const roomOf = (path: string) => {
      const folder = folders.find((one) => path.startsWith(`${one}/`))
      if (folder === undefined) return undefined
      const [first = '', ...rest] = path.slice(folder.length + 1).split('/')
      return rest.length === 0 ? folder : `${folder}/${first}`
    }
    const faults = files.flatMap((file) =>
      importsOf(file)
        .filter(({ request, target }) => request.startsWith('../') && target !== undefined)
        .filter(({ target = '' }) => ![undefined, roomOf(file.path)].includes(roomOf(target)))
        .map(({ request }) => `${file.path} imports ${request}`),
    )
    expect(faults).toEqual([])
  })

  it('find no import cycle', () => {
    expect(findCycles(production)).toEqual([])
  })
})

describe('background work of page and server', () => {
  it('keeps state in the address in one place, and drafts in one', () => {
    const using = (word: RegExp) =>
      production
        .filter((file) => file.path.startsWith('src/') && word.test(file.text))
        .map(({ path }) => path)
    expect(using(/\buseSearchParams\b/)).toEqual(['src/lib/addressState.ts'])
    expect(using(/plantroom\.draft|\bsaveDraft\(/).toSorted()).toEqual([
      'src/app/drafts.ts',
      'src/entities/tickets/ticketDrafts.ts',
      'src/features/plans/planDraft.ts',
      'src/features/procedures/perform/performDrafts.ts',
      'src/lib/draftStorage.ts',
    ])
  })

  it('is a job, apart from heartbeats of a stream, a session and a locked folder, and a process that watches itself', () => {
    const loops = production
      .filter((file) => file.path.startsWith('server/') && /\bsetInterval\s*\(/.test(file.text))
      .map((file) => file.path)
    expect(loops.toSorted()).toEqual([
      'server/db/folderLock.ts',
      'server/db/heartbeat.ts',
      'server/kernel/http/fileBodies.ts',
      'server/kernel/work/memoryWatch.ts',
    ])
  })
})

describe('a connection pool', () => {
  it('is made in one place, which survives a connection that ends', () => {
    const makers = files
      .filter((file) => /\bnew (pg\.)?Pool\s*\((?!\$)/.test(file.text))
      .map(({ path }) => path)
    expect(makers).toEqual(['server/db/pool.ts'])
  })
})

describe('names and sizes', () => {
  it('include no file named utils, helpers, common or misc', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|shared|stuff)(\/|\.[a-z]+$)/i
    expect(files.map((file) => file.path).filter((path) => vague.test(path))).toEqual([])
  })

  it('keep a file to the most lines', () => {
    const longest = (path: string) => (isTest(path) || path.startsWith('tests/') ? 520 : 430)
    const exempt = /^(server\/(db\/migrations|demo)\/|contract\/.*\.generated)/
    const faults = files
      .filter((file) => !exempt.test(file.path))
      .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
      .filter(({ path, lines }) => lines > longest(path))
      .map(({ path, lines }) => `${path} has ${lines} lines`)
    expect(faults).toEqual([])
  })

  it('allow no barrel but a module’s or a feature’s own index', () => {
    const faces = [
      /^src\/features\/[^/]+\/index\.tsx?$/,
      /^server\/modules\/[a-z]+\/[^/]+\/index\.ts$/,
      /^server\/db\/schema\/index\.ts$/,
      /^contract\/([a-z]+\/)?index\.ts$/,
    ]
    const barrels = production
      .map((file) => file.path)
      .filter((path) => /(^|\/)index\.tsx?$/.test(path))
    expect(barrels.filter((path) => !faces.some((face) => face.test(path)))).toEqual([])
  })

  it('reads the tables as one namespace, and the rows of a company with ofCompany', () => {
    // Matches a comparison of a company column with a value. A comparison with another column
    // belongs to a join.
    const bare = /\beq\(\s*[\w.]+\.companyId,\s*(?!\s|sql|\w+(\.\w+)?\.(companyId|id)\b\s*\))/
    const value = /\beq\(\s*[\w.]+\.companyId,\s*(scope\.)?(actor|company|kernel)\./
    const named = /import (type )?\{[^}]*\} from '#db\/schema\//
    const own = /^server\/(db\/|kernel\/data\/ofCompany)/
    const faults = files
      .filter(({ path }) => path.startsWith('server/') && !own.test(path))
      .filter(({ text }) => bare.test(text) || value.test(text) || named.test(text))
      .map(({ path }) => path)
    expect(faults).toEqual([])
    expect(bare.test('eq(tables.ticket.companyId, companyId)')).toBe(true)
    expect(value.test('eq(tables.ticket.companyId, scope.actor.companyId)')).toBe(true)
    expect(bare.test('eq(tables.ticket.companyId, tables.equipment.companyId)')).toBe(false)
  })

  it('writes the next version of a row, and refuses a stale one, with updateVersioned.ts', () => {
    const bumps = [
      /\bversion\} ?\+ ?1/i,
      /\bversion = [\w."]*version ?\+ ?1/,
      /\.set\(\{[^}]*\bversion: [^,}]*\+ ?1/,
    ]
    const isBump = (text: string) => bumps.some((bump) => bump.test(text))
    const isFault = (text: string) => isBump(text) || /\bstale\(/.test(text)
    // Files that may update many rows in one statement.
    const own = /^server\/kernel\/data\/update(Versioned|Rows)\.ts$/
    const faults = production
      .filter(({ path, text }) => path.startsWith('server/') && !own.test(path) && isFault(text))
      .map(({ path }) => path)
    expect(faults).toEqual([])
    expect(isBump('version: sql`${tables.ticket.version} + 1`')).toBe(true)
    expect(isBump('set version = ticket.version + 1')).toBe(true)
    expect(isBump('.set({ name, version: version + 1 })')).toBe(true)
    expect(isBump('.values({ companyId, version: version + 1 })')).toBe(false)
  })

  it('need a reason for every lint rule that is switched off, and allow no any', () => {
    const silenced =
      /(eslint|oxlint)-disable(?!.* -- .{8})|@ts-ignore|@ts-nocheck|@ts-expect-error(?! .{8})/
    const faults = files
      .filter((file) => file.path !== 'tests/architecture.test.ts')
      .flatMap((file) =>
        file.text
          .split('\n')
          .map((line, index) => ({ line, at: `${file.path}:${index + 1}` }))
          .filter(({ line }) => silenced.test(line))
          .map(({ at }) => at),
      )
    expect(faults).toEqual([])
  })

  it('need a reason for each `as never`, on its line or the line above', () => {
    expect(bareNevers('const one = two as never')).toEqual([1])
    expect(bareNevers('// The library wants a literal.\nconst one = two as never')).toEqual([])
    const faults = production.flatMap((file) =>
      bareNevers(file.text).map((line) => `${file.path}:${line}`),
    )
    expect(faults).toEqual([])
  })
})

/** Lines with a cast to `never` and without a reason: a comment of at least twelve characters. */
function bareNevers(text: string): number[] {
  const reason = /(?:\/\/|\/?\*) ?\S.{11}/
  return text.split('\n').flatMap((line, index, all) => {
    const isCast = /\bas never\b/.test(line.replace(/(?:\/\/|^\s*\/?\*).*$/, ''))
    return isCast && !reason.test(line) && !reason.test(all[index - 1] ?? '') ? [index + 1] : []
  })
}

function layerOf(file: SourceFile) {
  return layers.find((layer) => layer.of.test(file.path))
}

function ownImports(file: SourceFile): string[] {
  return importsOf(file).flatMap((entry) => (entry.target === undefined ? [] : [entry.target]))
}

/**
 * Imports into another folder that bypass its entry file. `own`: what another folder of the same
 * kind may use.
 */
function foreignEntrances(folder: RegExp, door: RegExp, own: 'never' | 'index.ts'): string[] {
  return production.flatMap((file) =>
    ownImports(file).flatMap((target) => {
      const into = folder.exec(target)
      if (!into) return []
      const from = folder.exec(file.path)
      if (from && from[1] === into[1]) return []
      const rest = target.slice(into[0].length)
      const open = from ? own !== 'never' && rest === own : door.test(rest)
      return open ? [] : [`${file.path} imports ${target}`]
    }),
  )
}

/**
 * Cycles among imports at the head of files, types included, because such files can only be
 * understood together.
 */
function findCycles(sources: readonly SourceFile[]): string[] {
  const graph = new Map(
    sources.map((file) => [
      file.path,
      importsOf(file)
        .filter((entry) => !entry.isDynamic)
        .flatMap((entry) => (entry.target === undefined ? [] : [entry.target])),
    ]),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    const begin = trail.indexOf(path)
    if (begin !== -1) cycles.push([...trail.slice(begin), path].join(' → '))
    if (begin !== -1 || done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}
