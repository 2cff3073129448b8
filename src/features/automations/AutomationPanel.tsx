import { DeleteOutlined, EditOutlined, WarningOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router-dom'
import type { Automation } from '#contract/automation/automation.ts'
import { endingOf } from '#contract/automation/events.ts'
import { kindOfAction, type AutomationAction } from '#contract/automation/actions.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { StandingTag } from '#entities/automations/AutomationCard.tsx'
import { AutomationSentence } from '#entities/automations/AutomationSentence.tsx'
import { automationCalls } from '#entities/automations/calls.ts'
import { RunList } from '#entities/automations/RunList.tsx'
import { Journal } from '#entities/journal/Journal.tsx'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { Count, When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { toastAdded } from '#ui/feedback/toaster/toasterSlice.ts'
import { useConfirm, useConfirmDiscard } from '#ui/dialog/useConfirm.ts'
import { DeliveryList } from '#entities/hooks/DeliveryList.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { editPath } from './editor/flows.ts'
import { asDraft } from './editor/sentenceDraft.ts'
import { useUnsavedSentence } from './editor/useSentenceDraft.ts'
import { useSaveSentence, type SaveResult } from './editor/useSaveSentence.ts'
import { useValidity } from './useValidity.ts'
import styles from './automations.module.css'
import { answerToShow } from '#ui/list/listQuery.ts'

const callsOut = (action: AutomationAction): boolean =>
  Object.values(kindOfAction(action).names).includes('apiHook')

interface Props {
  automationId: number
  tab: string
  onTab: (tab: string) => void
  onClose: () => void
}

export function AutomationPanel({ automationId, tab, onTab, onClose }: Props) {
  const { t } = useTranslation('automations')
  const query = automationCalls.useGetAutomationQuery({ params: { id: automationId } })
  const { error, refetch } = query
  const automation = answerToShow(query)
  if (automation === undefined) {
    return (
      <DetailPanel title={t('one')} onClose={onClose}>
        {error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )}
      </DetailPanel>
    )
  }
  return (
    <DetailPanel
      over={t('one')}
      title={
        <bdi>
          {automation.name ?? automation.procedure?.name ?? t(`eventName.${automation.event.kind}`)}
        </bdi>
      }
      under={<StandingTag automation={automation} />}
      actions={<RowActions automation={automation} onDeleted={onClose} />}
      onClose={onClose}
      tab={tab}
      onTab={onTab}
      tabs={[
        {
          key: 'facts',
          label: t('tab.facts'),
          content: <AutomationFacts automation={automation} />,
        },
        {
          key: 'runs',
          label: t('tab.runs'),
          content: (
            <RunList
              of={{ automationId: automation.id }}
              isOfEvent={automation.procedure === null}
            />
          ),
        },
        ...(automation.actions.some(callsOut)
          ? [
              {
                key: 'calls',
                label: t('tab.calls'),
                content: <DeliveryList of={{ automationId: automation.id }} />,
              },
            ]
          : []),
        {
          key: 'journal',
          label: t('tab.journal'),
          content: <Journal entity="automation" entityId={automation.id} />,
        },
      ]}
    />
  )
}

function RowActions({ automation, onDeleted }: { automation: Automation; onDeleted: () => void }) {
  const { t } = useTranslation('automations')
  const confirm = useConfirm()
  const companyId = useClaims()?.companyId ?? 0
  const { save, isSaving } = useSaveSentence()
  const showSaved = useSavedNotice()
  const change = {
    procedureId: automation.procedure?.id ?? null,
    id: automation.id,
    openedAt: automation.updatedAt,
  }
  const handleDelete = async () => {
    if (
      !(await confirm({
        title: t('deleteTitle'),
        hint: t('deleteText'),
        okText: t('delete'),
        danger: true,
      }))
    )
      return
    const result = await save({ ...change, next: null })
    if (result.state === 'saved' || result.state === 'gone') onDeleted()
    else showSaved(result)
  }
  const handleSwitch = async (isActive: boolean) =>
    showSaved(await save({ ...change, next: { ...asDraft(automation), isActive } }))
  return (
    <div className={styles.automationActions}>
      <label className={styles.automationSwitch}>
        <Switch
          checked={automation.isActive}
          loading={isSaving}
          disabled={automation.needsReview}
          onChange={(isActive) => void handleSwitch(isActive)}
        />
        {t('editor.active')}
      </label>
      <LinkButton icon={<EditOutlined aria-hidden />} to={editPath(automation, companyId)}>
        {automation.needsReview ? t('review.update') : t('edit')}
      </LinkButton>
      <Button
        danger
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => void handleDelete()}
      >
        {t('delete')}
      </Button>
    </div>
  )
}

function useSavedNotice(): (result: SaveResult) => void {
  const { t } = useTranslation(['automations', 'notices'])
  const dispatch = useDispatch()
  return (result) => {
    if (result.state !== 'conflict' && result.state !== 'gone') return
    const message =
      result.state === 'gone' ? t(`gone.${result.what}`) : t('notices:refused.staleVersion')
    dispatch(toastAdded({ level: 'warning', message }))
  }
}

function AutomationFacts({ automation }: { automation: Automation }) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  const { procedure } = automation
  return (
    <>
      {automation.needsReview && <ReviewNote automation={automation} />}
      <DraftNote automation={automation} />
      <div className={styles.panelSentence}>
        <AutomationSentence automation={automation} />
      </div>
      <Facts
        rows={[
          ...(procedure === null
            ? [
                { label: t('facts.whenOver'), value: t(`whenOver.${endingOf(automation.event)}`) },
                {
                  label: t('facts.waiting'),
                  value: (
                    <>
                      <Count value={automation.waiting} />
                      {automation.refused > 0 && (
                        <p role="alert">
                          {t('waitingFull', { n: format.number(automation.refused) })}
                        </p>
                      )}
                    </>
                  ),
                },
              ]
            : [
                {
                  label: t('facts.procedure'),
                  value: (
                    <Link to={pathTo('procedure', { procedureId: procedure.id })}>
                      <bdi>{procedure.name}</bdi>
                    </Link>
                  ),
                },
              ]),
          { label: t('facts.validity'), value: useValidity(automation) },
          {
            label: t('facts.runs'),
            value: (
              <>
                <Count value={automation.runs} />
                {automation.lastRunAt !== null && (
                  <>
                    {' '}
                    · <When at={automation.lastRunAt} />
                  </>
                )}
              </>
            ),
          },
          { label: t('facts.updated'), value: <When at={automation.updatedAt} as="dateTime" /> },
        ]}
      />
    </>
  )
}

/** Notes that the shown sentence is in force and an unsaved draft is stored separately. */
function DraftNote({ automation }: { automation: Automation }) {
  const { t } = useTranslation('automations')
  const companyId = useClaims()?.companyId ?? 0
  const mayEdit = useMay('editor|automations')
  const { isThere, discard } = useUnsavedSentence(automation)
  const confirmDiscard = useConfirmDiscard()
  if (!isThere || !mayEdit) return null
  const handleDiscard = async () => {
    if (await confirmDiscard()) discard()
  }
  return (
    <div className={styles.draftNote} role="status">
      <p>{t('draft.text')}</p>
      <Link to={editPath(automation, companyId)}>{t('draft.goOn')}</Link>{' '}
      <Button type="link" danger size="small" onClick={() => void handleDiscard()}>
        {t('draft.discard')}
      </Button>
    </div>
  )
}

/** Notes that the automation is off, because an entity in it was deleted (spec section 4). */
function ReviewNote({ automation }: { automation: Automation }) {
  const { t } = useTranslation('automations')
  return (
    <div className={styles.review} role="alert">
      <strong>
        <WarningOutlined aria-hidden /> {t('review.title')}
      </strong>
      <p>{t('review.text')}</p>
      <ul>
        {automation.missing.map(({ kind, id, name }) => (
          <li key={`${kind}${id}`} dir="auto">
            {name === '' ? t('review.goneUnseen') : t('review.gone', { name })}
          </li>
        ))}
      </ul>
    </div>
  )
}
