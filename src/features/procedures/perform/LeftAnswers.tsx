import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropFiles } from '#entities/unsent/deviceFiles.ts'
import { NotThere } from '#ui/feedback/states.tsx'
import { DiscardAnswers } from './DiscardAnswers.tsx'
import { CopyAnswers, GivenAnswers } from './GivenAnswers.tsx'
import { dropPerformDraft, performDraft, type PerformDraftKey } from './performDrafts.ts'
import { filesOnDevice } from './performDraftFiles.ts'
import { usePlaceName } from './usePlaceName.ts'
import styles from './perform.module.css'

export function LeftAnswers({ draftKey }: { draftKey: PerformDraftKey }) {
  const { t } = useTranslation(['procedures', 'shell'])
  const [draft, setDraft] = useState(() => performDraft(draftKey))
  const { title } = usePlaceName(draftKey.place)
  if (draft === null) return <NotThere isPage />
  const handleDiscard = () => {
    dropPerformDraft(draftKey)
    void dropFiles(filesOnDevice(draft.files).map(({ key }) => key))
    setDraft(null)
  }
  return (
    <div className={styles.perform}>
      <section className={`${styles.performCard} ${styles.performDone}`} role="status">
        <h1>{t('shell:unsent.why.procedure')}</h1>
        <p>{t('perform.goneAnswers')}</p>
        <div className={styles.performWays}>
          <CopyAnswers head={title} draft={draft} answers={draft.answers} />
          <DiscardAnswers onDiscard={handleDiscard} />
        </div>
      </section>
      <GivenAnswers draft={draft} answers={draft.answers} />
    </div>
  )
}
