import { useTranslation } from 'react-i18next'
import type { ProcedureDetail } from '#contract/procedures'
import { ConflictDialog, type ConflictRow } from '../../../ui/ConflictDialog.tsx'
import { draftOf, type ProcedureDraft } from './draft.ts'
import { toSave } from './toSave.ts'
import styles from './editor.module.css'

interface Props {
  mine: ProcedureDraft
  theirs: ProcedureDetail
  onKeepMine: () => void
  onTakeTheirs: () => void
  onCancel: () => void
}

/** Both versions of a procedure that two people changed: only where they differ. */
export function ProcedureConflict({ mine, theirs, ...doors }: Props) {
  const { t } = useTranslation('procedures')
  const [own, other] = [toSave(mine), toSave(draftOf(theirs))]
  const rows: ConflictRow[] = []
  const compare = (label: string, left: string, right: string) => {
    if (left !== right) rows.push({ label, mine: left, theirs: right })
  }
  compare(t('editor.name'), own.name, other.name)
  compare(t('editor.target'), t(`target.${own.target}`), t(`target.${other.target}`))
  compare(t('editor.description'), own.description ?? '–', other.description ?? '–')
  const titles = (questions: typeof own.questions) =>
    questions.map((question, index) => `${index + 1}. ${question.title}`)
  if (JSON.stringify(own.questions) !== JSON.stringify(other.questions)) {
    rows.push({
      label: t('editor.questions'),
      mine: <Lines lines={titles(own.questions)} />,
      theirs: <Lines lines={titles(other.questions)} />,
    })
  }
  return <ConflictDialog rows={rows} {...doors} />
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ol className={styles.conflictLines}>
      {lines.map((line, place) => (
        <li key={place} dir="auto">
          {line}
        </li>
      ))}
    </ol>
  )
}
