import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint'
import type { equipment } from '#contract/equipment'
import { pathTo } from '../../lib/paths.ts'
import { FollowButton } from '../../entities/alerts/FollowButton.tsx'
import { RunList } from '../../entities/automations/RunList.tsx'
import { EquipmentFiles } from '../../entities/equipmentFiles/EquipmentFiles.tsx'
import { FellowsOf } from '../../entities/fellows/FellowsOf.tsx'
import { PrintLabels } from '../../entities/labels/PrintLabels.tsx'
import { Journal } from '../../entities/journal/Journal.tsx'
import { OccurrenceList } from '../../entities/recurrence/OccurrenceList.tsx'
import { PerformMenu } from '../../entities/recurrence/PerformMenu.tsx'
import { useMay } from '../../entities/session/useSession.ts'
import { KeptAndSeen } from '../../entities/whereabouts/Whereabouts.tsx'
import { DetailPanel } from '../../ui/DetailPanel.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Badge, ColourTag, StatusTag } from '../../ui/marks.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { useConfirm } from '../../ui/useConfirm.tsx'
import { panelTabs } from './address.ts'
import { equipmentCalls } from './calls.ts'
import { EquipmentFacts } from './EquipmentFacts.tsx'
import { EquipmentForm } from './EquipmentForm.tsx'
import { EquipmentLogs } from './EquipmentLogs.tsx'
import { EquipmentTickets } from './EquipmentTickets.tsx'

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

/** It may move while somebody reads; what is being written is not read anew. */
const LOOKS_AGAIN = 20_000

/**
 * One equipment beside the list: facts, tickets, what is due and was done on it, and its journal.
 */
export function EquipmentPanel({ id, tab, isEditing, onTab, onMode, onClose }: PanelProps) {
  const { t } = useTranslation(['equipment', 'common', 'titles', 'fellows', 'related'])
  const { data, error, refetch } = equipmentCalls.useGetEquipmentQuery(
    { params: { id } },
    { pollingInterval: isEditing ? 0 : LOOKS_AGAIN },
  )
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
  const mayKeepWords = useMay('editor|management')
  const status = <StatusTag status={detail.status} />
  return (
    <>
      {mayKeepWords && detail.status !== null ? (
        <Link to={pathTo('equipmentStatusOne', { equipmentStatusId: detail.status.id })}>
          {status}
        </Link>
      ) : (
        status
      )}
      {detail.status?.isUsable === false && <ColourTag colour="red">{t('notUsable')}</ColourTag>}
      <KeptAndSeen detail={detail} />
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
  const { t } = useTranslation(['equipment', 'common', 'titles'])
  const mayEdit = useMay('editor|equipment')
  const confirm = useConfirm()
  const [remove, { isLoading }] = equipmentCalls.useDeleteEquipmentMutation()
  const related = (
    <LinkButton to={pathTo('equipmentRelated', { equipmentId: detail.id })}>
      {t('titles:equipmentRelated')}
    </LinkButton>
  )
  if (!mayEdit)
    return (
      <>
        <PerformMenu at={{ equipmentId: detail.id }} />
        {related}
        <FollowButton equipmentId={detail.id} />
        <PrintLabels search={{ things: detail.id }} />
      </>
    )
  async function handleDelete(): Promise<void> {
    if (
      !(await confirm({
        title: t('common:confirmDelete', { name: detail.name }),
        hint: t('deleteHint'),
        okText: t('common:delete'),
        danger: true,
      }))
    )
      return
    const answer = await remove({ params: { id: detail.id } })
    if (answer.error === undefined) onDeleted()
  }
  return (
    <>
      <PerformMenu at={{ equipmentId: detail.id }} />
      {related}
      <FollowButton equipmentId={detail.id} />
      <PrintLabels search={{ things: detail.id }} />
      <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
        {t('common:edit')}
      </Button>
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
