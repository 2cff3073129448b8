/**
 * Process of the first start: creates the database of a new data folder, with the demo if the
 * configuration says so. What that takes of memory is freed with the process.
 */
import { readConfig } from './config/config.ts'
import { makeEmbedded } from './db/embedded.ts'
import { embeddedPool } from './db/pool.ts'
import { prepare } from './prepare.ts'
import { startSentence } from './startSentence.ts'

/** `fault`: a sentence for the operator; null after success. */
export interface Made {
  fault: string | null
}

if (!process.send) throw new Error('newDatabase.ts runs in a process of main.ts only')
process.on('disconnect', () => process.exit())
const answer = (made: Made) => process.send?.(made)

const config = readConfig(process.env)
try {
  await makeEmbedded(config.dataDir, async (settings) => {
    const pool = embeddedPool(settings)
    try {
      await prepare(config, { pool, sessions: pool }, (line) => process.stdout.write(`${line}\n`))
    } finally {
      await pool.end()
    }
  })
  answer({ fault: null })
} catch (error) {
  answer({ fault: startSentence(error, config) })
}
