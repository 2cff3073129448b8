/**
 * Opening the embedded database compiles nine megabytes of WebAssembly, two of three seconds of
 * processor time. This keeps them compiled in the process.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/** Stored on the process, because a test file ends before the next one opens. */
const kept = globalThis as typeof globalThis & { keptPglite?: WebAssembly.Module }
kept.keptPglite ??= await WebAssembly.compile(readFileSync(join(pglite, 'pglite.wasm')))
