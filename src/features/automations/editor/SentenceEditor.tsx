import { PlusOutlined, SaveOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Automation } from '#contract/automation'
import { pathTo } from '../../../app/paths.ts'
import { AutomationSentence } from '../../../entities/automations/AutomationSentence.tsx'
import { Sentence } from '../../../entities/automations/Sentence.tsx'
import { ConflictDialog } from '../../../ui/ConflictDialog.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Backtest } from './Backtest.tsx'
import { AssigneeControl, ObjectsControl, ProcedureBlank, ScoreControl, TicketTypeControl, TitleControl } from './blanks.tsx'
import { ReviewBanner } from './ReviewBanner.tsx'
import { newTicket, sentenceFaults, toAutomation, type SentenceDraft, type TicketBlank } from './sentenceDraft.ts'
import { SentenceSettings } from './SentenceSettings.tsx'
import { useKeptSentence } from './useKeptSentence.ts'
import { useSaveSentence } from './useSaveSentence.ts'
import '../automations.css'

interface Props {
  version: 'plain' | 'ticket'
  initial: SentenceDraft
  /** Null: a new one. */
  automation: Automation | null
  draftKey: string
}

/** The rule as one sentence of the reader's language, every blank of it a control. */
export function SentenceEditor({ version, initial, automation, draftKey }: Props) {
  const { t } = useTranslation('automations')
  const navigate = useNavigate()
  const { draft, change, startOver, finish, isResumed } = useKeptSentence(draftKey, initial)
  const { save, isSaving } = useSaveSentence()
  const [isChecked, setIsChecked] = useState(false)
  const [conflict, setConflict] = useState<Automation | null>(null)
  const missing = automation?.missing ?? []
  const faults = sentenceFaults(draft, missing)
  const back = { to: pathTo(version === 'ticket' ? 'ticketCenter' : 'automationCenter'), label: t('title') }
  const title = automation !== null ? t('editor.editTitle') : version === 'ticket' ? t('editor.newTicketTitle') : t('editor.newTitle')

  const handleSave = async (openedAt = automation?.updatedAt ?? null) => {
    setIsChecked(true)
    setConflict(null)
    if (faults.length > 0 || draft.procedureId === null) return
    const result = await save({ procedureId: draft.procedureId, id: draft.id, openedAt, next: toAutomation(draft) })
    if (result.state === 'conflict') return setConflict(result.theirs)
    if (result.state === 'refused') return
    finish()
    const saved = draft.id ?? Math.max(...result.automations.map(({ id }) => id))
    await navigate(pathTo('automation', { automationId: saved }))
  }
  const handleTakeTheirs = () => {
    finish()
    if (automation !== null) void navigate(pathTo('automation', { automationId: automation.id }))
  }
  return (
    <Page
      title={title} kind="read" back={back}
      actions={<Button type="primary" icon={<SaveOutlined aria-hidden />} loading={isSaving} onClick={() => void handleSave()}>{t('editor.save')}</Button>}
    >
      <div className="sentence-editor">
        {isResumed && <p className="editor-hint" role="status">{t('editor.keptDraft')} <Button type="link" size="small" onClick={startOver}>{t('editor.startOver')}</Button></p>}
        {missing.length > 0 && <ReviewBanner draft={draft} missing={missing} onChange={change} />}
        <section className="sentence-stage" aria-label={t('editor.sentenceLabel')}>
          <SentenceControls draft={draft} automation={automation} onChange={change} />
          <TicketButtons tickets={draft.tickets} onChange={(tickets) => change({ ...draft, tickets })} />
          {draft.procedureId !== null && <Backtest draft={draft} procedureId={draft.procedureId} />}
        </section>
        {isChecked && faults.length > 0 && <ul className="sentence-faults" role="alert">{faults.map((fault) => <li key={fault}>{t(`fault.${fault}`)}</li>)}</ul>}
        <SentenceSettings draft={draft} onChange={change} />
      </div>
      {conflict !== null && (
        <ConflictDialog
          rows={[{ label: t('conflict.sentence'), mine: <SentenceControls draft={draft} automation={automation} onChange={change} />, theirs: <AutomationSentence automation={conflict} /> }]}
          onKeepMine={() => void handleSave(conflict.updatedAt)} onTakeTheirs={handleTakeTheirs} onCancel={() => setConflict(null)}
        />
      )}
    </Page>
  )
}

interface ControlsProps {
  draft: SentenceDraft
  automation: Automation | null
  onChange: (draft: SentenceDraft) => void
}

/** The sentence with its blanks as controls. An automation stays with its procedure; that blank is plain words then. */
export function SentenceControls({ draft, automation, onChange }: ControlsProps) {
  const lastName = (kind: 'ticketType' | 'user') => (id: number) =>
    [...automation?.names ?? [], ...automation?.missing ?? []].find((one) => one.kind === kind && one.id === id)?.name
  const ticketAt = (index: number, patch: Partial<TicketBlank>) =>
    onChange({ ...draft, tickets: draft.tickets.map((ticket, place) => (place === index ? { ...ticket, ...patch } : ticket)) })
  return (
    <Sentence
      procedure={automation === null
        ? <ProcedureBlank value={draft.procedureId} onChange={(procedureId) => onChange({ ...draft, procedureId })} />
        : <strong className="sentence-said"><bdi>{automation.procedure.name}</bdi></strong>}
      objects={<ObjectsControl missing={automation?.missing ?? []} value={draft.objects} onChange={(objects) => onChange({ ...draft, objects })} />}
      score={<ScoreControl value={draft.score} onChange={(score) => onChange({ ...draft, score })} />}
      actions={draft.tickets.map((ticket, index) => ({
        ticketType: <TicketTypeControl value={ticket.ticketTypeId} onChange={(ticketTypeId) => ticketAt(index, { ticketTypeId })} lastName={lastName('ticketType')} />,
        title: <TitleControl value={ticket.title} onChange={(title) => ticketAt(index, { title })} />,
        assignee: <AssigneeControl value={ticket.assigneeId} onChange={(assigneeId) => ticketAt(index, { assigneeId })} lastName={lastName('user')} />,
      }))}
    />
  )
}

function TicketButtons({ tickets, onChange }: { tickets: TicketBlank[]; onChange: (tickets: TicketBlank[]) => void }) {
  const { t } = useTranslation('automations')
  return (
    <div className="sentence-buttons">
      <Button type="link" size="small" icon={<PlusOutlined aria-hidden />} disabled={tickets.length >= 20} onClick={() => onChange([...tickets, newTicket()])}>{t('editor.addAction')}</Button>
      {tickets.length > 1 && tickets.map((_ticket, index) => (
        <Button key={index} type="link" size="small" danger onClick={() => onChange(tickets.toSpliced(index, 1))}>{t('editor.removeAction', { place: index + 1 })}</Button>
      ))}
    </div>
  )
}
