/** Pictures are measured by their headers before anything decodes them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pngOf } from '#tests/pictures.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** Its header alone is looked at, so it has no more rows than it needs. */
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
  // Under another name of its kind a browser would decode it all the same.
  expect(await send(await claiming(8_001, 5_000), 'text/plain')).toMatchObject(refused)
})
