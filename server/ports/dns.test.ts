import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDns, type Dns } from './dns.ts'

const NXDOMAIN = 3
const SERVER_FAILURE = 2

let server: Socket
let dns: Dns

/** Parses the question: the name, and the end of the question section. */
function questionIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

/** One TXT record; each part is a character string of up to 255 bytes. */
function recordOf(parts: readonly string[]): Buffer {
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
  )
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function answerTo(message: Buffer, code: number, records: readonly Buffer[]): Buffer {
  const { end } = questionIn(message)
  const head = Buffer.alloc(12)
  message.copy(head, 0, 0, 2)
  head.writeUInt16BE(0x8180 + code, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, message.subarray(12, end), ...records])
}

beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (message, { port, address }) => {
    const { name } = questionIn(message)
    const answer =
      name === '_plantroom.proved.test'
        ? answerTo(message, 0, [recordOf(['v=spf1 -all']), recordOf(['plantroom-', 'domain=1'])])
        : name === 'no-records.test'
          ? answerTo(message, 0, [])
          : answerTo(message, name === 'broken.test' ? SERVER_FAILURE : NXDOMAIN, [])
    server.send(answer, port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  dns = makeDns({ servers: [`127.0.0.1:${server.address().port}`] })
})
afterAll(() => void server.close())

it('makeDns reads every TXT record of a name and joins the parts of each', async () => {
  const records = await dns.txt('_plantroom.proved.test')
  expect(records?.toSorted()).toEqual(['plantroom-domain=1', 'v=spf1 -all'])
})
it('makeDns distinguishes a name without TXT records from name servers that do not answer', async () => {
  expect(await dns.txt('absent.test')).toEqual([])
  expect(await dns.txt('no-records.test')).toEqual([])
  expect(await dns.txt(`${'a'.repeat(64)}.test`)).toEqual([])
  expect(await dns.txt('broken.test')).toBeNull()
})
