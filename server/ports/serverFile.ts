import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** `tsx`: the folder of the loader that a file of the source needs. Null for a bundled file. */
export interface ServerFile {
  file: URL
  tsx: string | null
}

/**
 * `name`: the path in `server` without extension. In the bundle, all files lie beside this one.
 * `bundle`: a bundled file in place of one of the source.
 */
export function serverFile(name: string, bundle?: URL): ServerFile {
  const here = dirname(fileURLToPath(import.meta.url))
  const isSource = import.meta.url.endsWith('.ts')
  const bundled = isSource ? bundle : pathToFileURL(join(here, `${basename(name)}.js`))
  if (bundled !== undefined) return { file: bundled, tsx: null }
  return {
    file: pathToFileURL(join(here, '..', `${name}.ts`)),
    tsx: dirname(createRequire(import.meta.url).resolve('tsx/package.json')),
  }
}

export function startThread({ file, tsx }: ServerFile, options: WorkerOptions): Worker {
  if (tsx === null) return new Worker(file, options)
  // tsx's ES module by path: `require` finds a module that cannot register in a worker on Node 20.
  const loader = pathToFileURL(join(tsx, 'dist/esm/api/index.mjs')).href
  const bootstrap = `import { register } from '${loader}'; register(); await import('${file.href}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(bootstrap)}`), {
    ...options,
    execArgv: [],
  })
}

/** `options.execArgv` are arguments of Node besides the loader. */
export function startProcess({ file, tsx }: ServerFile, options: ForkOptions): ChildProcess {
  const loader = tsx === null ? [] : ['--import', pathToFileURL(join(tsx, 'dist/loader.mjs')).href]
  return fork(fileURLToPath(file), [], {
    ...options,
    execArgv: [...loader, ...(options.execArgv ?? [])],
  })
}
