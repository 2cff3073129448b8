/**
 * The built files that a round of checks needs without a network. The service worker fetches them
 * first.
 */
import type { Rolldown } from 'vite'

/** Screens of a round: the shell, lists, performing, scanning, tickets and unsent work. */
export const roundScreens = [
  'src/app/start.tsx',
  'src/app/renderApplication.ts',
  'src/app/shell/Shell.tsx',
  'src/app/shell/UnsentList.tsx',
  'src/app/offline/answerDatabase.ts',
  'src/entities/tickets/RefusedWork.tsx',
  'src/entities/tickets/ReportDialog.tsx',
  'src/features/myWork/MyWorkPage.tsx',
  'src/features/procedures/ProceduresPage.tsx',
  'src/features/procedures/ProcedureAddress.tsx',
  'src/features/procedures/perform/PerformPage.tsx',
  'src/features/scan/ScanPage.tsx',
  'src/features/tickets/TicketsPage.tsx',
  'src/features/tickets/TicketPanel.tsx',
  'src/features/tickets/TicketAddress.tsx',
]
/** Screens whose dynamically imported parts (signature, photo) belong to the round too. */
const WITH_LATE_PARTS = /\/(perform\/PerformPage|scan\/ScanPage|tickets\/TicketPanel)\.tsx$/

export interface BuiltChunk {
  fileName: string
  modules: readonly string[]
  imports: readonly string[]
  lateImports: readonly string[]
  styles: readonly string[]
}

/** Files of the screens with all imports. Throws if no chunk contains a screen. */
export function filesOfRound(
  chunks: readonly BuiltChunk[],
  screens: readonly string[] = roundScreens,
): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const waiting = screens.flatMap((screen) => {
    const chunk = chunks.find(({ modules }) => modules.some((one) => one.endsWith(`/${screen}`)))
    if (chunk === undefined) throw new Error(`A round needs ${screen}, which the build has not`)
    return [chunk.fileName, ...(WITH_LATE_PARTS.test(`/${screen}`) ? chunk.lateImports : [])]
  })
  const files = new Set<string>()
  for (const fileName of waiting) {
    if (files.has(fileName)) continue
    files.add(fileName)
    const chunk = byName.get(fileName)
    for (const style of chunk?.styles ?? []) files.add(style)
    waiting.push(...(chunk?.imports ?? []))
  }
  return files
}

export const builtChunk = (chunk: Rolldown.OutputChunk): BuiltChunk => ({
  fileName: chunk.fileName,
  modules: chunk.moduleIds,
  imports: chunk.imports,
  lateImports: chunk.dynamicImports,
  styles: [...(chunk.viteMetadata?.importedCss ?? [])],
})
