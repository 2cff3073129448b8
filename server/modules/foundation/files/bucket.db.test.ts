import { afterAll, beforeAll, expect, it } from 'vitest'
import { startS3Server, type S3Server } from '#tests/s3Server.ts'
import { openTestApp, type TestApp } from '#tests/testApp.ts'

const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'a secret' }
let testApp: TestApp
let server: S3Server
beforeAll(async () => {
  server = await startS3Server(keys)
  testApp = await openTestApp({ s3: { url: server.url, region: 'us-east-1', ...keys } })
})
afterAll(async () => {
  await testApp.close()
  await server.stop()
})

it('a file store in a bucket keeps and returns a file, and reports when it is away', async () => {
  const token = await testApp.signIn('staff')
  const send = () => testApp.upload(token, '/api/files', 'note.txt', 'hello', 'text/plain')
  const { status, body } = await send()
  expect(status).toBe(200)
  expect(server.objects.size).toBe(1)
  const { id } = body as { id: number }
  const read = () => testApp.raw(token, 'GET', `/api/files/${id}`)
  expect(await read()).toMatchObject({ status: 200, body: 'hello' })

  server.faults.push(500, 500, 500, 500, 500, 500)
  const away = { status: 503, body: { message: expect.stringContaining('Please try again') } }
  expect(await read()).toMatchObject(away)
  expect(await send()).toMatchObject(away)
  expect(await read()).toMatchObject({ status: 200, body: 'hello' })

  server.objects.clear()
  expect(await read()).toMatchObject({ status: 410 })
})
