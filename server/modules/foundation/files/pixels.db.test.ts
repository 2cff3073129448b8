import { afterAll, beforeAll, expect, it } from 'vitest'
import { pngOf } from '#tests/pictures.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** Only the header is read, so one row suffices. */
const claiming = (width: number, height: number) => pngOf(width, height, 1)

it('POST /api/files refuses a picture of more than 40 million pixels by its header', async () => {
  const token = await testApp.signIn('staff')
  const send = async (bytes: Buffer, mime = 'image/png') =>
    testApp.upload(token, '/api/files', 'photo.png', bytes, mime)
  expect((await send(await claiming(8_000, 5_000))).status).toBe(200)
  const refused = {
    status: 400,
    body: { errors: [{ path: 'body.file', code: 'tooManyPixels' }] },
  }
  expect(await send(await claiming(8_001, 5_000))).toMatchObject(refused)
  expect(await send(await claiming(20_001, 20_001))).toMatchObject(refused)
  // A browser would decode it in spite of the declared type.
  expect(await send(await claiming(8_001, 5_000), 'text/plain')).toMatchObject(refused)
})
