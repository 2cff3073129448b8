import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'
import { languageOf } from './serviceWorker.ts'

type ChunkingContext = Rolldown.ChunkingContext

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const today = [
  'src/app/renderApplication.ts',
  'src/app/shell/Shell.tsx',
  'src/features/today/TodayPage.tsx',
].map(inProject)
const firstScreens = [
  ...today,
  ...['src/features/equipment/EquipmentPage.tsx', 'src/features/tickets/TicketsPage.tsx'].map(
    inProject,
  ),
]
/** What the first screens load after they are drawn. */
const soon = [
  'src/ui/antdParts.ts',
  'src/ui/page/OpenMenu.tsx',
  'src/ui/panel/OpenSheet.tsx',
  'src/features/today/Building.tsx',
  'src/features/today/CompanyFigures.tsx',
  'src/entities/dueHere/DueHere.tsx',
  'src/entities/unsent/sendLoop.ts',
  'src/app/offline/keepRound.ts',
].map(inProject)

/** Files that only re-export: importing one name does not require the other names. */
const passesOn: readonly { file: RegExp; from: string; of(name: string, file: string): string }[] =
  [
    {
      file: /\/node_modules\/antd\/es\/index\.m?js$/,
      from: 'antd',
      of: (name, file) =>
        file.replace(
          /index(\.m?js)$/,
          `${name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()}/index$1`,
        ),
    },
    {
      file: /\/node_modules\/@ant-design\/icons\/es\/index\.m?js$/,
      from: '@ant-design/icons',
      of: (name, file) => file.replace(/index(\.m?js)$/, `icons/${name}$1`),
    },
  ]

const reached = new Map<readonly string[], ReadonlySet<string>>()
/** True for modules that the roots import, directly or indirectly, without dynamic imports. */
function isReached(roots: readonly string[], module: string, context: ChunkingContext): boolean {
  const known = reached.get(roots) ?? reachedFrom(roots, context)
  reached.set(roots, known)
  return known.has(module)
}
/**
 * One group a stage, in the order in which they load: Today does not wait for what only lists draw,
 * nor a list for what loads when idle. A group takes what its modules import, so the first stages
 * come first.
 */
function inStages(name: string, test: RegExp, minShareCount: number) {
  const stages = [
    { roots: today, name },
    { roots: firstScreens, name: `${name}Lists` },
    { roots: [...firstScreens, ...soon], name: `${name}Soon` },
  ]
  const groups = stages.map((stage) => ({
    debugName: stage.name,
    name: (module: string, context: ChunkingContext) =>
      isReached(stage.roots, module, context) ? stage.name : null,
    test,
    minShareCount,
  }))
  return [...groups, { name: `${name}More`, test, minShareCount }]
}

function reachedFrom(roots: readonly string[], context: ChunkingContext): Set<string> {
  const reached = new Set(roots)
  for (const module of reached) {
    const info = context.getModuleInfo(module)
    for (const next of info?.importedIds ?? []) {
      const through = passesOn.find(({ file }) => file.test(next))
      if (through === undefined) reached.add(next)
      else
        for (const name of namesFrom(info?.code ?? '', through.from))
          reached.add(through.of(name, next))
    }
  }
  return reached
}

/**
 * Names imported from a package: Button and Input for `import { Button, Input as Field } from
 * 'antd'`.
 */
const namesFrom = (code: string, from: string): string[] =>
  [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)]
    .filter(([, , source]) => source === from)
    .flatMap(([, names = '']) => names.split(','))
    .flatMap((name) => name.trim().split(/\s+as\s+/)[0] || [])

/**
 * Groups of modules that load together. The sign-in page loads `react`, `state` and `base` alone;
 * antd, charts and maps load with the screens that show them. Small shared modules go into one
 * file, so that a screen is a few requests, not eighty. A group includes what it imports, so the
 * sign-in page's modules come before the application's. The password rules are apart: choosing a
 * password by a link must not load the application.
 */
export const chunkGroups = [
  {
    // Modules of the sign-in page's own script. Code shared with the application must not load
    // React.
    name: 'first',
    test: /\/src\/(lib\/(paths|pageEntry|signedInMark|i18n\/(languages|storedLanguage))|api\/baseAddress|entities\/(session\/handoff|passkey\/passkey))\.ts|\/contract\/(languages|auth\/pageCookies|equipment\/statusWords|rules\/email)\.ts/,
  },
  {
    // Texts of the application: one file per language, loaded with the shell (lib/i18n).
    debugName: 'words',
    name: (module: string) => `words-${languageOf(module) ?? ''}`,
    test: /\/locales\/\w+\/(?!(common|notices|titles|auth|secondStep)\.)\w+\.json|\/i18n\/words\/\w+\.ts/,
  },
  {
    debugName: 'first words',
    name: (module: string) => `firstWords-${languageOf(module) ?? ''}`,
    test: /\/locales\/\w+\/(common|notices|titles|auth|secondStep)\.json|\/i18n\/words\/\w+\.first\.ts/,
  },
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
  },
  {
    name: 'state',
    test: /(?<!recharts\/)node_modules\/(@reduxjs|react-redux|redux|redux-persist|immer|reselect|axios|i18next|react-i18next(?!\/dist\/es\/(Trans|index)))\//,
  },
  {
    // Sentences with links or bold parts. No list has them.
    name: 'sentences',
    test: /node_modules\/(react-i18next\/dist\/es\/Trans|html-parse-stringify|void-elements)/,
  },
  {
    name: 'base',
    test: /\/(src\/(api\/(?!live|files)|lib\/(i18n|lateFiles|paths|draftStorage)|entities\/session\/(?!corporate)|ui\/feedback\/toaster|ui\/page\/Logo|ui\/feedback\/states\.module\.css|ui\/theme\/(scheme|tokens))|contract\/(timeZones\/|auth\/(auth|invitations|waysIn|passkey|secondStep)|shapes|ids|endpoint|languages|people\/permissions|colours|rules\/(email|password|phone)))/,
  },
  {
    name: 'recurrence',
    test: /\/contract\/recurrence\/(?!kinds)|node_modules\/rrule\//,
  },
  { name: 'ground', test: /\/src\/(api|lib)\//, minShareCount: 2 },
  // Parts of antd that a list does not need at first (dates, forms, tree editors) are in another
  // file.
  ...inStages('antd', /node_modules\/(antd|@ant-design|@rc-component|dayjs)\//, 2),
  ...inStages('contract', /\/contract\//, 2),
  ...inStages(
    'house',
    /\/src\/(ui\/(?!charts\/)|entities\/(?!password\/|passkey\/|confirm\/))[^?]*\.tsx?$/,
    3,
  ),
  {
    name: 'charts',
    test: /node_modules\/(recharts|d3-[a-z]+|victory-vendor)\/|\/src\/ui\/charts\/[A-Za-z]+Chart\.tsx/,
  },
  { name: 'maplibre', test: /node_modules\/(maplibre-gl|@maplibre|@vis\.gl\/react-maplibre)\// },
  { name: 'mapbox', test: /node_modules\/(mapbox-gl|@mapbox|@vis\.gl\/react-mapbox)\// },
  { name: 'space', test: /node_modules\/(three|@react-three)\// },
  { name: 'pdf', test: /node_modules\/pdfjs-dist\// },
]
