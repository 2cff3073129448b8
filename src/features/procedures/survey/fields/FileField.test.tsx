import '@testing-library/jest-dom/vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { MAX_FILES } from '#contract/procedures/survey.ts'
import { blankQuestion } from '#tests/blankQuestion.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { SurveyFilesProvider, type SurveyFiles } from '../surveyFiles.ts'
import { FileField } from './FileField.tsx'
import type { AnswerOf } from './fieldProps.ts'

pretendServer()

it('the file answer takes what fits, and says how many files it did not', async () => {
  const add = vi.fn<SurveyFiles['add']>(() => Promise.resolve(true))
  const files: SurveyFiles = {
    files: [],
    ways: {},
    tooLarge: [],
    add,
    remove: () => undefined,
    forget: () => undefined,
    hold: () => () => undefined,
    isPreview: false,
  }
  const fileIds = Array.from({ length: MAX_FILES - 2 }, (_, index) => index + 1)
  await draw(
    <SurveyFilesProvider value={files}>
      <FileField
        question={{ ...blankQuestion, id: 7, kind: 'file', title: 'Photos' }}
        answer={{ kind: 'file', questionId: 7, fileIds } as unknown as AnswerOf<'file'>}
        onAnswer={() => undefined}
        labelledBy="title"
        describedBy={undefined}
        isInvalid={false}
      />
    </SurveyFilesProvider>,
  )
  const picked = Array.from({ length: 5 }, (_, index) => new File(['x'], `photo ${index}.txt`))
  await userEvent.upload(await screen.findByLabelText(/Choose a file/), picked)
  expect(add.mock.calls.map(([, { name }]) => name)).toEqual(['photo 0.txt', 'photo 1.txt'])
  expect(screen.getByRole('alert')).toHaveTextContent(
    'An answer can have at most 20 files. Not added: 3.',
  )
})
