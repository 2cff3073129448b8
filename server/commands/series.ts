/** `npm run series -- back`: copies readings from the time-series store back to the database. */
import { endWith } from './commandEnd.ts'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '#db/openDatabase.ts'
import { restoreReadings } from '../modules/site/sensors/index.ts'
import { systemClock } from '#ports/clock.ts'
import { makeTimeSeries } from '#ports/timeSeries.ts'
import { ownCommand } from '#ports/ownCommand.ts'

const usage = `${ownCommand('series', 'back')}     with TIMESERIES_URL set and the server stopped: readings that the store
                           alone has come into the database again; then take the setting away`

async function main([what]: readonly string[]): Promise<void> {
  const config = readConfig(process.env)
  if (what !== 'back' || config.timeSeries === undefined) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = what === undefined || what === 'help' ? 0 : 2
    return
  }
  const database = await openDatabase(config, systemClock)
  try {
    const back = await restoreReadings(database, makeTimeSeries(config.timeSeries))
    process.stdout.write(
      `${back} readings came back into the database. Take TIMESERIES_URL away before the next start; the store still has them.\n`,
    )
  } finally {
    await database.close()
  }
}

main(process.argv.slice(2)).catch(endWith('The readings could not be taken back'))
