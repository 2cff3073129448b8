import { performanceShelf, type Submission, type Unsent } from './device.ts'
import { makeOutbox, type Outcome } from './outbox.ts'

const performances = makeOutbox<Unsent>({
  shelf: performanceShelf,
  at: ({ submission }) => submission.doneAt,
})
export const {
  standing: unsentStanding,
  subscribe: onUnsent,
  read: readUnsent,
  keep: keepUnsent,
  drop: dropUnsent,
} = performances

export type Send = (submission: Submission) => Promise<{ id: number }>

export const sendUnsent = (unsent: Unsent, send: Send): Promise<Outcome> =>
  performances.send(
    unsent,
    async ({ submission }, fileIds) => (await send(withServerFiles(submission, fileIds))).id,
  )

function withServerFiles(submission: Submission, ids: ReadonlyMap<number, number>): Submission {
  const there = (id: number) => ids.get(id) ?? id
  return {
    ...submission,
    answers: submission.answers.map((answer) => {
      if (answer.kind === 'signature') return { ...answer, fileId: there(answer.fileId) }
      return answer.kind === 'file' ? { ...answer, fileIds: answer.fileIds.map(there) } : answer
    }),
  }
}
