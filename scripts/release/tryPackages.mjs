/** Copied into `server` of an unpacked archive: uses each package that is not in the bundle. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const load = (name) => import(name)

const { hash, verify } = await load('@node-rs/argon2')
if (!(await verify(await hash('word'), 'word'))) throw new Error('argon2 refuses its own hash')

const sharp = (await load('sharp')).default
const red = { create: { width: 8, height: 8, channels: 3, background: 'red' } }
if ((await sharp(red).webp().toBuffer()).length < 20) throw new Error('sharp draws nothing')

const { createElement } = await load('react')
const { Document, Page, Text, renderToBuffer } = await load('@react-pdf/renderer')
const text = createElement(Text, null, 'Plantroom')
const drawn = await renderToBuffer(createElement(Document, null, createElement(Page, null, text)))

const warnings = []
console.warn = (...words) => void warnings.push(words.join(' '))
const { getDocument } = await load('pdfjs-dist/legacy/build/pdf.mjs')
const pdf = await getDocument({ data: new Uint8Array(drawn), verbosity: 0 }).promise
if (pdf.numPages !== 1) throw new Error('pdf.js does not read a page')
await pdf.getAttachments()
if (warnings.length > 0) throw new Error(`pdf.js warns: ${warnings.join('; ')}`)

const ifc = await load('web-ifc')
const folder = dirname(require.resolve('web-ifc'))
await new ifc.IfcAPI().Init((path) => join(folder, path), true)

for (const file of process.argv.slice(2)) require.resolve(file)
