import { Suspense, useSyncExternalStore } from 'react'
import { loadPartLater } from '#lib/lateFiles.ts'
import { listenForQuestions, presentQuestion } from './askToConfirm.ts'

const ConfirmDialog = loadPartLater(() =>
  import('./ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })),
)

export function ConfirmHost() {
  const question = useSyncExternalStore(listenForQuestions, presentQuestion)
  if (question === null) return null
  return (
    <Suspense fallback={null}>
      <ConfirmDialog onAnswer={question.answer} />
    </Suspense>
  )
}
