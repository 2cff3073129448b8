/** Mounts the application in the page's root: at once, or in place of the sign-in form. */
import { createRoot } from 'react-dom/client'
import { screens } from './screens.ts'
import { antdSheet } from '#ui/theme/antdSheet.ts'
import { startApp } from './start.tsx'
import { startGathering } from '#api/gatherReads.ts'
import '#ui/theme/fonts.ts'
import '#ui/theme/ground.css'
import '#ui/theme/words.css'
import '#ui/theme/library.css'
import '#ui/theme/print.css'

/** The frame and the most common first screen, then what they draw later. */
export async function loadFirstScreen(): Promise<void> {
  const [frame] = await Promise.all([import('./shell/Shell.tsx'), antdSheet(), screens.home()])
  frame.fetchLateParts().catch(() => undefined) // requested again where they are drawn
}

export function renderApplication(): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no #root')
  startGathering()
  void startApp(createRoot(root))
}
