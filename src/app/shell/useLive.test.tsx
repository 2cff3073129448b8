/** A page loads its own changes once; a message about another page's write makes it load again. */
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it } from 'vitest'
import { callHeader } from '#contract/live.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { asId } from '#lib/ids.ts'
import { useLive } from './useLive.ts'

const server = pretendServer()
const address = 'http://localhost/api'
const id = asId('ticket', 3)

let reads = 0
let calls: (string | null)[] = []
let tell: (message: object) => Promise<void> = () => Promise.resolve()
afterEach(() => {
  reads = 0
  calls = []
})

/** Mocks the server. `comment` answers a comment, and decides when. */
function answer(comment: () => Promise<Response>) {
  server.use(
    http.get(`${address}/tickets/3`, () => {
      reads += 1
      return HttpResponse.json({ id: 3 })
    }),
    http.post(`${address}/tickets/3/comments`, ({ request }) => {
      calls.push(request.headers.get(callHeader))
      return comment()
    }),
    http.get(`${address}/live`, () => {
      const words = new TextEncoder()
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          tell = (message) =>
            act(async () => {
              stream.enqueue(words.encode(`data: ${JSON.stringify(message)}\n\n`))
              await new Promise((heard) => setTimeout(heard, 50))
            })
          stream.enqueue(words.encode(': open\n\n'))
        },
      })
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
}

function Ticket() {
  const state = useLive()
  ticketCalls.useGetTicketQuery({ params: { id } })
  const [comment, { isLoading }] = ticketCalls.useCommentTicketMutation()
  return (
    <>
      <output data-testid="live">{state}</output>
      <button
        type="button"
        disabled={isLoading}
        onClick={() => void comment({ params: { id }, body: { text: 'Seen' } })}
      >
        Comment
      </button>
    </>
  )
}

async function open() {
  await draw(<Ticket />)
  await waitFor(() => expect(screen.getByTestId('live').textContent).toBe('live'))
  await waitFor(() => expect(reads).toBe(1))
  return userEvent.setup()
}
const comment = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  return calls[0] ?? ''
}
const tags = [{ type: 'Ticket', id: 3 }]
const done = () => Promise.resolve(HttpResponse.json({ id: 3 }))

it('the page reads a ticket once after one comment on it', async () => {
  answer(done)
  const call = await comment(await open())
  await waitFor(() => expect(reads).toBe(2))
  await tell({ tags, by: { call, tags } })
  expect(reads).toBe(2)
})

it('the page reads it once also when the message comes before the answer', async () => {
  let finish: () => void = () => undefined
  const waiting = new Promise<void>((end) => {
    finish = end
  })
  answer(() => waiting.then(done))
  const call = await comment(await open())
  await tell({ tags, by: { call, tags } })
  expect(reads).toBe(1)
  finish()
  await waitFor(() => expect(reads).toBe(2))
  await tell({ tags: [{ type: 'Tag' }] })
  expect(reads).toBe(2)
})

it('the page reads it again after a write of another page, also of the same user', async () => {
  answer(done)
  await open()
  await tell({ tags, by: { call: 'a-call-of-another-page', tags } })
  await waitFor(() => expect(reads).toBe(2))
  await tell({ tags })
  await waitFor(() => expect(reads).toBe(3))
})

it('the page reads what its own write touched beyond its answer', async () => {
  answer(done)
  const call = await comment(await open())
  await waitFor(() => expect(reads).toBe(2))
  await tell({ tags: [...tags, { type: 'Alert' }], by: { call, tags: [{ type: 'Alert' }] } })
  await waitFor(() => expect(reads).toBe(3))
})

it('the page reads it when its own answer was lost, although the server did the write', async () => {
  answer(() => Promise.resolve(HttpResponse.json({ message: 'lost', errors: [] }, { status: 502 })))
  const call = await comment(await open())
  await tell({ tags, by: { call, tags } })
  await waitFor(() => expect(reads).toBe(2))
})
