import type { GivenAnswer, SurveyQuestion } from '#contract/procedures/survey.ts'
import { asId } from '#lib/ids.ts'
import { answersOf, setAnswer, type DeviceFile, type PerformDraft } from './performDraft.ts'

export function withFile(
  draft: PerformDraft,
  question: SurveyQuestion,
  file: Required<Omit<DeviceFile, 'id'>>,
): PerformDraft {
  const id = Math.min(0, ...draft.files.map((kept) => kept.id)) - 1
  const kept = { ...draft, files: [...draft.files, { ...file, id }] }
  const questionId = asId('surveyQuestion', question.id)
  if (question.kind === 'signature')
    return setAnswer(kept, questionId, { kind: 'signature', questionId, fileId: asId('file', id) })
  if (question.kind !== 'file') return draft
  const before = answersOf(draft).get(question.id)
  return setAnswer(kept, questionId, {
    kind: 'file',
    questionId,
    fileIds: [...(before?.kind === 'file' ? before.fileIds : []), asId('file', id)],
  })
}

export function withoutFile(draft: PerformDraft, fileId: number): PerformDraft {
  const files = draft.files.filter(({ id }) => id !== fileId)
  const answers = draft.answers.flatMap((answer): GivenAnswer[] => {
    if (answer.kind === 'signature') return answer.fileId === fileId ? [] : [answer]
    if (answer.kind !== 'file') return [answer]
    const fileIds = answer.fileIds.filter((id) => id !== fileId)
    return fileIds.length === 0 ? [] : [{ ...answer, fileIds }]
  })
  return { ...draft, files, answers }
}

/** Files that are only on this device. */
export const filesOnDevice = (files: readonly DeviceFile[]): { id: number; key: string }[] =>
  files.flatMap(({ id, key }) => (key === undefined ? [] : [{ id, key }]))
