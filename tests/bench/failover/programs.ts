/** Programs of a benchmark, in a folder of their own, ended with the process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { chownSync, closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { unprivilegedUser } from '#tests/postgresCluster.ts'
import { until } from '#tests/until.ts'

/** The first of these paths that exists, or a sentence that names the package. */
export function programAt(name: string, packageName: string): string {
  const found = ['/usr/bin', '/usr/sbin', '/usr/local/bin']
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(`This part needs ${name} (Debian: apt-get install ${packageName}).`)
  return found
}

export function giveToUser(...paths: string[]): void {
  const { uid, gid } = unprivilegedUser()
  if (uid !== undefined && gid !== undefined) for (const path of paths) chownSync(path, uid, gid)
}

export interface Program {
  child: ChildProcess
  end(signal?: NodeJS.Signals): Promise<void>
}

export function startProgram(path: string, given: readonly string[], folder: string): Program {
  const log = openSync(`${folder}/${path.split('/').at(-1) ?? 'program'}.log`, 'a')
  const child = spawn(path, given, {
    ...unprivilegedUser(),
    cwd: folder,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
  })
  closeSync(log)
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  return {
    child,
    async end(signal = 'SIGTERM') {
      process.off('exit', kill)
      if (isGone()) return
      child.kill(signal)
      await until(`the end of ${path}`, () => Promise.resolve(isGone()))
    },
  }
}

/** The process with all its descendants. Linux only. */
export function treeOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program, in parentheses, may hold spaces.
      const parent = Number(stat.substring(stat.lastIndexOf(')') + 2).split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // ended meanwhile
    }
  }
  const all = (of: number): number[] => [of, ...(children.get(of) ?? []).flatMap(all)]
  return all(pid)
}
