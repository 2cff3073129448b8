/** `npm run doctor`: tests the settings, changes nothing, and says what to fix. */
import { endWith } from './commandEnd.ts'
import { readConfig } from '../config/config.ts'
import { examine } from './findings.ts'

const marks = { well: '  ✓', mind: '  !', bad: '  ✗' } as const

async function doctor(): Promise<void> {
  const found = await examine(readConfig(process.env))
  for (const { about, state, says } of found)
    process.stdout.write(`${marks[state]} ${about}: ${says}\n`)
  const toMend = found.filter(({ state }) => state === 'bad').length
  process.stdout.write(
    toMend === 0
      ? '\nNothing must be mended.\n'
      : `\n${toMend === 1 ? 'One thing' : `${toMend} things`} must be mended (✗).\n`,
  )
  process.exitCode = toMend === 0 ? 0 : 1
}

doctor().catch(endWith('The settings could not be tried'))
