/** Allows one process at a time: two starts in one checkout would overwrite each other's files. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Runs `work` while holding the lock. Takes over the lock of a process that has ended. */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true })
  let told = false
  while (!claim(path)) {
    const owner = ownerOf(path)
    if (owner !== undefined && !isAlive(owner)) {
      rmSync(path, { force: true })
      continue
    }
    if (!told)
      console.log(`  · Waiting for process ${owner ?? '?'}, which is setting this checkout up …`)
    told = true
    await wait(300)
  }
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function claim(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function ownerOf(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
