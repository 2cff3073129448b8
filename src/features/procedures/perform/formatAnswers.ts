import type { Submission } from '#entities/unsent/device.ts'
import { parseStoredQuestion, type DeviceFile, type PerformDraft } from './performDraft.ts'

type Given = Submission['answers'][number]

export interface GivenInWords {
  questionId: number
  /** The question's title; null if this device does not know the question. */
  question: string | null
  answer: string
  files: DeviceFile[]
}

interface Words {
  number(value: number): string
  date(day: string): string
  person(userId: number): string
  list(titles: readonly string[]): string
}

/** Formats answers as text, in the order of the questions. */
export function formatAnswers(
  { asked, files }: Pick<PerformDraft, 'asked' | 'files'>,
  answers: readonly Given[],
  words: Words,
): GivenInWords[] {
  return answers.map((given) => {
    const question = parseStoredQuestion(asked[given.questionId])
    const fileIds: number[] = fileIdsOf(given)
    const own = files.filter(({ id }) => fileIds.includes(id))
    const choice = (id: number) => question?.choices.get(id) ?? String(id)
    return {
      questionId: given.questionId,
      question: question?.title ?? null,
      answer:
        own.length > 0 ? words.list(own.map(({ name }) => name)) : inWords(given, choice, words),
      files: own,
    }
  })
}

function fileIdsOf(given: Given): number[] {
  if (given.kind === 'signature') return [given.fileId]
  return given.kind === 'file' ? given.fileIds : []
}

function inWords(given: Given, choice: (id: number) => string, words: Words): string {
  switch (given.kind) {
    case 'singleChoice':
      return choice(given.answerId)
    case 'multipleChoice':
      return words.list(given.answerIds.map(choice))
    case 'number':
      return words.number(given.value)
    case 'text':
      return given.text
    case 'date':
      return words.date(given.date)
    case 'user':
      return words.person(given.userId)
    case 'file':
    case 'signature':
      return '–'
  }
}
