import {
  ClusterOutlined,
  DeleteOutlined,
  EditOutlined,
  EllipsisOutlined,
  EnvironmentOutlined,
  QrcodeOutlined,
  TagOutlined,
} from '@ant-design/icons'
import { Button, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import { pathTo } from '#lib/paths.ts'
import { FollowButton } from '#entities/alerts/FollowButton.tsx'
import { RunList } from '#entities/automations/RunList.tsx'
import { EquipmentFiles } from '#entities/equipmentFiles/EquipmentFiles.tsx'
import { FellowsOf } from '#entities/fellows/FellowsOf.tsx'
import { Journal } from '#entities/journal/Journal.tsx'
import { OccurrenceList } from '#entities/recurrence/OccurrenceList.tsx'
import { PerformMenu } from '#entities/recurrence/PerformMenu.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { ReportProblem } from '#entities/tickets/ReportProblem.tsx'
import { VisitList } from '#entities/visits/VisitList.tsx'
import { KeptAndSeen } from '#entities/whereabouts/Whereabouts.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'
import { Badge, ColourTag, StatusTag } from '#ui/page/marks.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useDeleteQuestion } from './useDeleteQuestion.tsx'
import { panelTabs } from './address.ts'
import { equipmentCalls } from './calls.ts'
import { EquipmentFacts } from './EquipmentFacts.tsx'
import { EquipmentForm } from './EquipmentForm.tsx'
import { EquipmentLogs } from './EquipmentLogs.tsx'
import { EquipmentReliability } from './EquipmentReliability.tsx'
import { EquipmentTickets } from './EquipmentTickets.tsx'
import { EquipmentMeters } from './meters/EquipmentMeters.tsx'
import { NextDue } from './NextDue.tsx'
import { StatusMenu } from './StatusMenu.tsx'

type Detail = Output<typeof equipment.getEquipment>
type Tab = (typeof panelTabs)[number]

interface PanelProps {
  id: number
  tab: Tab
  isEditing: boolean
  onTab(tab: Tab): void
  onMode(mode: 'show' | 'edit'): void
  onClose(): void
}

/**
 * Milliseconds between refetches while the panel is read. A form is not refetched, because
 * equipment may move during the edit.
 */
const LOOKS_AGAIN = 20_000

export function EquipmentPanel({ id, tab, isEditing, onTab, onMode, onClose }: PanelProps) {
  const { t } = useTranslation([
    'equipment',
    'common',
    'titles',
    'fellows',
    'related',
    'reliability',
  ])
  const query = equipmentCalls.useGetEquipmentQuery(
    { params: { id } },
    { pollingInterval: isEditing ? 0 : LOOKS_AGAIN },
  )
  const { error, refetch } = query
  const data = answerToShow(query, isEditing)
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
  const head = { title: <bdi>{data.name}</bdi>, over: <Over detail={data} />, onClose }
  if (isEditing) {
    return (
      <DetailPanel {...head} over={t('edit')}>
        <EquipmentForm
          detail={data}
          onSaved={() => onMode('show')}
          onCancel={() => onMode('show')}
        />
      </DetailPanel>
    )
  }
  return (
    <DetailPanel
      {...head}
      under={<Under detail={data} />}
      verbs={
        <>
          <ReportProblem equipment={data} />
          <PerformMenu at={{ equipmentId: id, typeId: data.type.id }} />
        </>
      }
      actions={<RowActions detail={data} onEdit={() => onMode('edit')} onDeleted={onClose} />}
      tab={tab}
      onTab={(key) => onTab(panelTabs.find((one) => one === key) ?? 'facts')}
      tabs={[
        { key: 'facts', label: t('tabFacts'), content: <EquipmentFacts detail={data} /> },
        { key: 'fellows', label: t('fellows:tab'), content: <FellowsOf id={id} /> },
        {
          key: 'files',
          label: t('related:files'),
          content: <EquipmentFiles equipmentId={id} />,
        },
        {
          key: 'meters',
          label: t('tabMeters'),
          content: <EquipmentMeters equipmentId={id} />,
        },
        { key: 'visits', label: t('tabVisits'), content: <VisitList of={{ equipmentId: id }} /> },
        {
          key: 'tickets',
          label: (
            <>
              {t('tabTickets')}{' '}
              {data.alertsCount > 0 && <Badge value={data.alertsCount} colour="orange" />}
            </>
          ),
          content: <EquipmentTickets id={id} />,
        },
        {
          key: 'schedules',
          label: t('titles:schedules'),
          content: <OccurrenceList of={{ equipmentId: id }} />,
        },
        { key: 'logs', label: t('tabLogs'), content: <EquipmentLogs id={id} /> },
        { key: 'runs', label: t('tabRuns'), content: <RunList of={{ equipmentId: id }} /> },
        {
          key: 'reliability',
          label: t('reliability:tab'),
          content: <EquipmentReliability id={id} />,
        },
        {
          key: 'journal',
          label: t('tabJournal'),
          content: <Journal entity="equipment" entityId={id} />,
        },
      ]}
    />
  )
}

function Over({ detail }: { detail: Detail }) {
  return (
    <>
      <bdi>{detail.type.name}</bdi>
      {detail.equipmentId !== null && (
        <>
          {' '}
          · <bdi className="numbers">{detail.equipmentId}</bdi>
        </>
      )}
    </>
  )
}

function Under({ detail }: { detail: Detail }) {
  const { t } = useTranslation('equipment')
  const mayEdit = useMay('editor|equipment')
  return (
    <>
      {mayEdit ? <StatusMenu detail={detail} /> : <StatusTag status={detail.status} />}
      {detail.status?.isUsable === false && <ColourTag colour="red">{t('notUsable')}</ColourTag>}
      <KeptAndSeen detail={detail} />
      <NextDue id={detail.id} />
    </>
  )
}

function RowActions({
  detail,
  onEdit,
  onDeleted,
}: {
  detail: Detail
  onEdit(): void
  onDeleted(): void
}) {
  const { t } = useTranslation(['equipment', 'common', 'titles', 'labels'])
  const mayEdit = useMay('editor|equipment')
  const { ask, dialog } = useDeleteQuestion()
  const handlePress = useMenuLinks()
  const [remove, { isLoading }] = equipmentCalls.useDeleteEquipmentMutation()
  async function handleDelete(): Promise<void> {
    if (!(await ask(detail))) return
    const answer = await remove({ params: { id: detail.id } })
    if (answer.error === undefined) onDeleted()
  }
  const mayKeepWords = useMay('editor|management')
  const rare: NonNullable<MenuProps['items']> = [
    menuLink(
      pathTo('equipmentRelated', { equipmentId: detail.id }),
      t('titles:equipmentRelated'),
      <ClusterOutlined aria-hidden />,
    ),
    menuLink(
      pathTo('labels', undefined, { things: detail.id }),
      t('labels:print'),
      <QrcodeOutlined aria-hidden />,
    ),
    ...(mayKeepWords && detail.status !== null
      ? [
          menuLink(
            pathTo('equipmentStatusOne', { equipmentStatusId: detail.status.id }),
            <>
              {t('titles:equipmentStatus')}: <bdi>{detail.status.name}</bdi>
            </>,
            <TagOutlined aria-hidden />,
          ),
        ]
      : []),
    ...(mayEdit
      ? [
          { type: 'divider' as const },
          {
            key: 'delete',
            danger: true,
            icon: <DeleteOutlined aria-hidden />,
            label: t('common:delete'),
          },
        ]
      : []),
  ]
  return (
    <>
      {detail.position !== null && (
        <LinkButton
          icon={<EnvironmentOutlined aria-hidden />}
          to={pathTo('mapping', undefined, { id: detail.id, floor: detail.position.floorId })}
        >
          {t('onTheMap')}
        </LinkButton>
      )}
      <FollowButton equipmentId={detail.id} />
      {mayEdit && (
        <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
          {t('common:edit')}
        </Button>
      )}
      <DropMenu
        menu={{
          items: rare,
          onClick: (pressed) => {
            if (pressed.key === 'delete') void handleDelete()
            else handlePress(pressed)
          },
        }}
      >
        <Button
          loading={isLoading}
          icon={<EllipsisOutlined aria-hidden />}
          aria-label={t('common:moreActions')}
        />
      </DropMenu>
      {dialog}
    </>
  )
}
