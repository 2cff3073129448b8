/**
 * Child process of tests (tests/inserting.ts): inserts rows and prints the id of each acknowledged
 * one.
 */
import { openEmbedded } from './embedded.ts'
import { openPool } from './pool.ts'

const [folder, from, fsync] = [
  process.argv[2] ?? '',
  Number(process.argv[3]),
  process.argv[4] !== 'unsynced',
]
const embedded = await openEmbedded({ dataDir: folder, fsync })
const pool = openPool({ ...embedded.pool, max: 4 })
await pool.query('create table if not exists kept (id integer primary key)')
for (let id = from; ; id += 1) {
  await pool.query('insert into kept values ($1)', [id])
  process.stdout.write(`${id}\n`)
}
