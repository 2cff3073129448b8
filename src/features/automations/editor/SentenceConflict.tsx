import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Automation, AutomationDraft } from '#contract/automation/automation.ts'
import { AutomationSentence } from '#entities/automations/AutomationSentence.tsx'
import { ConflictDialog, type ConflictRow } from '#ui/dialog/ConflictDialog.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useValidity } from '../useValidity.ts'
import { sentenceOf, toAutomation, type SentenceDraft } from './sentenceDraft.ts'

interface ConflictProps {
  draft: SentenceDraft
  sentence: ReactNode
  theirs: Automation
  onKeepMine(): void
  onTakeTheirs(): void
  onCancel(): void
}

export function SentenceConflict({ draft, sentence, theirs, ...doors }: ConflictProps) {
  const { t } = useTranslation(['automations', 'common'])
  const mine = toAutomation(draft)
  const validity = { mine: useValidity(draft), theirs: useValidity(theirs) }
  const rows: ConflictRow[] = []
  const named = (name: string | null): ReactNode => (name === null ? '—' : <bdi>{name}</bdi>)
  if (saysOf(mine) !== saysOf(toAutomation(sentenceOf(theirs))))
    rows.push({
      label: t('conflict.sentence'),
      mine: sentence,
      theirs: <AutomationSentence automation={theirs} />,
    })
  if (mine.name !== theirs.name)
    rows.push({ label: t('editor.name'), mine: named(mine.name), theirs: named(theirs.name) })
  if (mine.isActive !== theirs.isActive)
    rows.push({
      label: t('editor.active'),
      mine: mine.isActive ? t('common:yes') : t('common:no'),
      theirs: theirs.isActive ? t('common:yes') : t('common:no'),
    })
  if (mine.validFrom !== theirs.validFrom || mine.validTo !== theirs.validTo)
    rows.push({ label: t('editor.validity'), ...validity })
  return <ConflictDialog rows={rows} {...doors} />
}

const saysOf = ({ event, filters, actions }: AutomationDraft): string =>
  JSON.stringify([event, filters, actions])

interface GoneProps {
  what: 'automation' | 'procedure'
  onSaveAsNew(): void
  onDiscard(): void
  onCancel(): void
}

/**
 * The automation was deleted, so there is no other version. Without its procedure it cannot be
 * saved.
 */
export function SentenceGone({ what, onSaveAsNew, onDiscard, onCancel }: GoneProps) {
  const { t } = useTranslation(['automations', 'common'])
  return (
    <Dialog
      open
      title={t(`gone.${what}`)}
      onCancel={onCancel}
      footer={[
        <Button key="discard" danger onClick={onDiscard}>
          {t('common:discard')}
        </Button>,
        ...(what === 'automation'
          ? [
              <Button key="new" type="primary" onClick={onSaveAsNew}>
                {t('gone.saveAsNew')}
              </Button>,
            ]
          : []),
      ]}
    >
      <p>{t(`gone.${what}Hint`)}</p>
    </Dialog>
  )
}
