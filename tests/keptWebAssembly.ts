/**
 * Each opening of the embedded database compiles nine megabytes of WebAssembly, unless the process
 * still has them compiled: two of three seconds of processor.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/** On the process, as a file of tests ends before the next one opens. */
const kept = globalThis as typeof globalThis & { keptPglite?: WebAssembly.Module }
kept.keptPglite ??= await WebAssembly.compile(readFileSync(join(pglite, 'pglite.wasm')))
