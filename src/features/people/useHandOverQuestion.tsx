import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { HandOverChoice, isDecided, keepsAll, ticketsToOf } from './HandOverChoice.tsx'

interface Question {
  /** What would happen, with the number of tickets. */
  says: string
  /** Cannot receive the tickets; null if several people lose them. */
  leaverId: number | null
}
export type Answer = ReturnType<typeof ticketsToOf> | null

/** Asks what happens to tickets that somebody can no longer see. `ask` gives null if cancelled. */
export function useHandOverQuestion(): {
  ask(question: Question): Promise<Answer>
  dialog: ReactNode
} {
  const [asked, setAsked] = useState<(Question & { answer(answer: Answer): void }) | null>(null)
  const handleAnswer = (answer: Answer) => {
    setAsked(null)
    asked?.answer(answer)
  }
  return {
    ask: (question) => new Promise((answer) => setAsked({ ...question, answer })),
    dialog: asked !== null && <HandOverDialog {...asked} onAnswer={handleAnswer} />,
  }
}

function HandOverDialog({
  says,
  leaverId,
  onAnswer,
}: Question & { onAnswer(answer: Answer): void }) {
  const { t } = useTranslation(['people', 'common'])
  const [handOver, setHandOver] = useState(keepsAll)
  return (
    <Dialog
      open
      title={t('handOver.title')}
      onCancel={() => onAnswer(null)}
      footer={[
        <Button key="cancel" onClick={() => onAnswer(null)}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          disabled={!isDecided(handOver, leaverId)}
          onClick={() => onAnswer(ticketsToOf(handOver))}
        >
          {t('common:save')}
        </Button>,
      ]}
    >
      <p>{says}</p>
      <HandOverChoice label={says} value={handOver} onChange={setHandOver} leaverId={leaverId} />
    </Dialog>
  )
}
