/**
 * Writes the sign-in page in each language with its form in the HTML (src/app/signIn), so that it
 * can be read and filled in before scripts have loaded.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sheetIn } from './antd.ts'
import { languageOf } from './serviceWorker.ts'
import { build, type Plugin, type Rolldown } from 'vite'

const prerender = fileURLToPath(new URL('../src/app/signIn/prerender.tsx', import.meta.url))
const config = fileURLToPath(new URL('../vite.config.ts', import.meta.url))

/** Files that are fetched while the user types: the application, its shell and its first screen. */
const AHEAD = ['index', 'Shell', 'TodayPage']

export function signInPage(): Plugin {
  let base = '/'
  return {
    name: 'sign-in-page',
    apply: 'build',
    configResolved(resolved) {
      base = resolved.base
    },
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const application = await readFile(join(dir, 'index.html'), 'utf8')
      const entry = /<script type="module"[^>]*\ssrc="([^"]+)"/.exec(application)?.[1]
      if (entry === undefined) this.error('The application has no first file')
      const template = await readFile(join(dir, 'signIn.html'), 'utf8')
      const data = (id: string, value: unknown, note = '') =>
        `<script type="application/json" data-note="${note}" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
      const { pages, sheet, wordsId, noteLook } = await rendered()
      const without = pages.map(
        ({ lang, dir: direction, noScript }) =>
          `<p lang="${lang}" dir="${direction}" style="margin:1.5rem">${noScript}</p>`,
      )
      await writeFile(
        join(dir, 'index.html'),
        application.replace('<noscript></noscript>', `<noscript>${without.join('')}</noscript>`),
      )
      for (const { language, lang, dir: direction, title, body, words } of pages) {
        const ahead = [sheetIn(bundle) ?? [], ...aheadOf(chunks, language)]
          .flat()
          .map((file) => base + file)
        const page = template
          .replace('<html lang="en" dir="ltr">', `<html lang="${lang}" dir="${direction}">`)
          .replace('<title>Plantroom</title>', `<title>${title}</title><style>${sheet}</style>`)
          .replace('name="plantroom:entry" content=""', `name="plantroom:entry" content="${entry}"`)
          .replace(
            '<div id="root"></div>',
            () =>
              `<div id="root">${body}</div>${data(wordsId, words, noteLook)}${data('ahead', ahead)}`,
          )
        await writeFile(join(dir, `signIn.${language}.html`), page)
      }
      await rm(join(dir, 'signIn.html'))
    },
  }
}

function aheadOf(chunks: readonly Rolldown.OutputChunk[], language: string): string[] {
  const wanted = new Set(
    chunks.filter(
      ({ name, moduleIds }) => AHEAD.includes(name) || languageOf(moduleIds[0] ?? '') === language,
    ),
  )
  for (const chunk of wanted)
    for (const next of chunks) if (chunk.imports.includes(next.fileName)) wanted.add(next)
  return [...wanted].flatMap((chunk) => [
    chunk.fileName,
    ...('viteMetadata' in chunk
      ? (chunk.viteMetadata as { importedCss: Set<string> }).importedCss
      : []),
  ])
}

type Prerender = typeof import('../src/app/signIn/prerender.tsx')

async function rendered() {
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-prerender-'))
  try {
    await build({
      configFile: config,
      logLevel: 'warn',
      ssr: { noExternal: true },
      build: {
        ssr: prerender,
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: prerender, output: { entryFileNames: 'prerender.mjs' } },
      },
    })
    const made = (await import(pathToFileURL(join(folder, 'prerender.mjs')).href)) as Prerender
    return await made.signInPages()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
