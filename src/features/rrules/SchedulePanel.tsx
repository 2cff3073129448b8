import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Rrule } from '#contract/rrules/rruleShapes.ts'
import { pathTo } from '#lib/paths.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { OccurrenceList } from '#entities/recurrence/OccurrenceList.tsx'
import { ScheduleSentence } from '#entities/recurrence/ScheduleSentence.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { Badge } from '#ui/page/marks.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'
import { panelTabs, type PanelTab } from './address.ts'
import { ComingDates } from './ComingDates.tsx'
import { IncludedThings } from './IncludedThings.tsx'
import { OccurrencesOfDate } from './OccurrencesOfDate.tsx'
import { ScheduleFacts } from './ScheduleFacts.tsx'
import { useGoBack, useGoBackLater } from './useGoBack.ts'
import { ActiveTag, RuleName } from './useScheduleColumns.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'

interface PanelProps {
  id: number
  tab: PanelTab
  date: string
  onTab(tab: PanelTab): void
  onAllDates(): void
  onClose(): void
}

export function SchedulePanel({ id, tab, date, onTab, onAllDates, onClose }: PanelProps) {
  const { t } = useTranslation(['schedules', 'common'])
  const query = rruleCalls.useGetRruleQuery({ params: { id } })
  const { error, refetch } = query
  const data = answerToShow(query)
  // The panel shows the load error itself.
  useGoBackLater(error !== undefined && data === undefined)
  if (data === undefined) {
    return (
      <DetailPanel title={t('common:details')} onClose={onClose}>
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
      title={<RuleName rule={data} />}
      over={<bdi>{data.procedure.name}</bdi>}
      onClose={onClose}
      under={
        <>
          <ActiveTag isActive={data.isActive} />
          <span>
            <ScheduleSentence of={data} />
          </span>
        </>
      }
      actions={<RowActions rule={data} />}
      tab={tab}
      onTab={(key) => onTab(panelTabs.find((one) => one === key) ?? 'facts')}
      tabs={[
        { key: 'facts', label: t('tab.facts'), content: <ScheduleFacts rule={data} /> },
        { key: 'dates', label: t('tab.dates'), content: <ComingDates rule={data} /> },
        {
          key: 'things',
          label: (
            <>
              {t('tab.things')} <Badge value={data.objectCount} />
            </>
          ),
          content: <IncludedThings rule={data} />,
        },
        {
          key: 'occurrences',
          label: (
            <>
              {t('tab.occurrences')}{' '}
              {data.lateCount > 0 && <Badge value={data.lateCount} colour="red" />}
            </>
          ),
          content:
            date === '' ? (
              <OccurrenceList of={{ rruleId: id }} />
            ) : (
              <OccurrencesOfDate ruleId={id} date={date} onAll={onAllDates} />
            ),
        },
        {
          key: 'journal',
          label: t('tab.journal'),
          content: <Journal entity="rrule" entityId={id} />,
        },
      ]}
    />
  )
}

function RowActions({ rule }: { rule: Rrule }) {
  const { t } = useTranslation(['schedules', 'common'])
  const mayEdit = useMay('editor|schedules')
  const goBack = useGoBack()
  const confirmDelete = useConfirmDelete()
  const [remove, { isLoading }] = rruleCalls.useDeleteRruleMutation()
  if (!mayEdit) return null
  async function handleDelete(): Promise<void> {
    const name = rule.name ?? rule.procedure.name
    if (!(await confirmDelete(name, t('deleteHint', { count: rule.openCount })))) return
    const answer = await remove({ params: { id: rule.id } })
    if (answer.error === undefined) goBack()
  }
  return (
    <>
      <LinkButton
        icon={<EditOutlined aria-hidden />}
        to={pathTo('scheduleEditor', { ruleId: rule.id })}
      >
        {t('common:edit')}
      </LinkButton>
      <Button
        danger
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        loading={isLoading}
        onClick={() => void handleDelete()}
      >
        {t('common:delete')}
      </Button>
    </>
  )
}
