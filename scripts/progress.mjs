import { spawn } from 'node:child_process'

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Runs one step under a title. Reports every ten seconds that it continues. */
export async function step(title, work) {
  const begun = performance.now()
  console.log(`  · ${title} …`)
  const still = setInterval(
    () => console.log(`    ${title}: still at it, ${seconds(begun)}`),
    10_000,
  )
  try {
    const result = await work()
    console.log(`  ✓ ${title} (${seconds(begun)})`)
    return result
  } catch (error) {
    console.log(`  ✗ ${title} (${seconds(begun)})`)
    throw error
  } finally {
    clearInterval(still)
  }
}

/** Ends running commands together with this process. */
const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    for (const child of running) child.kill('SIGTERM')
    // end this process as the signal would
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  })
}

export class CommandFailed extends Error {
  constructor(command, code, output) {
    super(`${command} ended with ${code}`)
    this.output = output
  }
}

/**
 * Runs a command and returns its output. `show`: writes the output as it comes. `until`: ends the
 * command after it has written this text.
 */
export function run(command, args, { env = process.env, cwd, show = false, uid, gid, until } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      env,
      cwd,
      uid,
      gid,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: false,
    })
    running.add(child)
    let output = ''
    const take = (chunk) => {
      const isTold = until === undefined || output.includes(until)
      output += chunk
      if (!isTold && output.includes(until)) child.kill('SIGTERM') // sends the signal once, because a second one would end the child at once
      if (show) process.stdout.write(chunk)
    }
    child.stdout.setEncoding('utf8').on('data', take)
    child.stderr.setEncoding('utf8').on('data', take)
    child.on('error', fail)
    child.on('close', (code, signal) => {
      running.delete(child)
      if (code === 0) done(output)
      else fail(new CommandFailed([command, ...args].join(' '), code ?? signal, output))
    })
  })
}

/** Runs one of the project's TypeScript programs in the foreground, and exits with its status. */
export function runProgram(program, { cwd, env = process.env, args = process.argv.slice(2) }) {
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd,
    env,
    stdio: 'inherit',
  })
  running.add(child)
  child.on('exit', (code) => {
    running.delete(child)
    process.exitCode = code ?? 1
  })
}
