/**
 * `npm run verify-log FILE`: verifies an exported record, JSON or PDF, without a server. `--keys`
 * is a file or URL with the company's public keys. Without it, the keys in the file are used, and
 * the output says so.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { NoAttachment, NotARecord, readExported, readKeys } from '#contract/signedLog/read.ts'
import type { Bundle, PublicKey } from '#contract/signedLog/record.ts'
import { attachmentsOfPdf } from '#ports/attachmentsOfPdf.ts'
import { verifyBundle, type Fault } from '#contract/signedLog/verify.ts'
import { ownCommand } from '#ports/ownCommand.ts'

const sentences: Record<Fault['code'], string> = {
  changed: 'its content is not what was sealed',
  signature: 'its signature does not fit',
  unknownKey: 'it is signed with a key that is not among the public keys',
  hole: 'a record is missing here',
  swapped: 'it stands where another record was',
  cut: 'records are missing from here on',
  broken: 'it does not follow from the record before it',
  emptied: 'its content is gone, and nothing says why',
  copy: 'lists show something else',
  file: 'a file is not the one that was sealed',
}

/** Exit codes: 0 valid, 1 invalid, 2 nothing to verify. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keys: { type: 'string' } },
  })
  const [file] = positionals
  if (file === undefined) {
    console.error(`Usage: ${ownCommand('verify-log', 'FILE [--keys FILE_OR_ADDRESS]')}`)
    return 2
  }
  let bundle: Bundle
  let keys: PublicKey[]
  try {
    bundle = await readExported(new Uint8Array(await readFile(file)), attachmentsOfPdf)
    keys = values.keys === undefined ? bundle.keys : await keysFrom(values.keys)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (error instanceof NoAttachment)
      console.error(
        `${file} has no record in it. Printing to a PDF leaves the record out, and some programs do` +
          ' when they save a PDF again. Verify the file that was exported, or its JSON.',
      )
    else
      console.error(
        error instanceof NotARecord
          ? `${file} is not an exported signed log (${why}).`
          : `It cannot be read: ${why}`,
      )
    return 2
  }
  const { faults } = await verifyBundle(bundle, keys)
  const own = bundle.entries.filter(({ record }) => record !== null)
  for (const { sequence, record, sealedAt } of own)
    console.log(`No. ${sequence}, ${record?.kind ?? ''}, sealed ${sealedAt}`)
  console.log(`Chain ${bundle.head.chain}, ${bundle.head.sequence} records when it was exported`)
  if (values.keys === undefined)
    console.log(
      'The public keys are those in the file. With --keys they come from where you trust them:\n' +
        `/api/public/signing-keys/${bundle.head.chain} of the installation that you know.`,
    )
  for (const { sequence, code } of faults) console.log(`No. ${sequence}: ${sentences[code]}.`)
  const isGood = faults.length === 0
  console.log(isGood ? `Unchanged since ${own[0]?.sealedAt ?? ''}.` : 'NOT as it was sealed.')
  return isGood ? 0 : 1
}

async function keysFrom(place: string): Promise<PublicKey[]> {
  const text = /^https?:/.test(place)
    ? await (await fetch(place)).text()
    : await readFile(place, 'utf8')
  return readKeys(JSON.parse(text))
}

process.exitCode = await main()
