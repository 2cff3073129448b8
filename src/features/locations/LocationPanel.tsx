import {
  DeleteOutlined,
  EditOutlined,
  EllipsisOutlined,
  PlusOutlined,
  QrcodeOutlined,
} from '@ant-design/icons'
import { Button, type MenuProps } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import { keysInOrder, isPlain, keysOf, type SpecialKey } from '#contract/entityFields.ts'
import {
  locationFields as fields,
  type LocationFields,
} from '#contract/locations/locationFields.ts'
import type { locations } from '#contract/locations/locations.ts'
import { pathTo } from '#lib/paths.ts'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { locationCalls } from '#entities/calls/locations.ts'
import { useFieldText } from '#entities/fields/useFieldText.tsx'
import { Journal } from '#entities/journal/Journal.tsx'
import { LabelState } from '#entities/labels/LabelState.tsx'
import { OrgEntityName } from '#entities/organisation/OrgEntityName.tsx'
import { PerformMenu } from '#entities/recurrence/PerformMenu.tsx'
import { ReportProblem } from '#entities/tickets/ReportProblem.tsx'
import { LocationYear } from '#entities/yearStrip/YearStrip.tsx'
import { PlaceOnMap } from '#entities/whereabouts/OnSmallMap.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { metadataFacts } from '#entities/metadata/values.tsx'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'
import { Remaining, When } from '#ui/page/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'
import { panelTabs } from './address.ts'
import { LocationForm } from './LocationForm.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

type Detail = Output<typeof locations.getLocation>
type Tab = (typeof panelTabs)[number]

interface PanelProps {
  id: number
  tab: Tab
  isEditing: boolean
  onTab(tab: Tab): void
  onMode(mode: 'show' | 'edit'): void
  onOpen(id: number): void
  onAddInside(id: number): void
  onClose(): void
}

export function LocationPanel({
  id,
  tab,
  isEditing,
  onTab,
  onMode,
  onOpen,
  onAddInside,
  onClose,
}: PanelProps) {
  const { t } = useTranslation(['locations', 'common'])
  const query = locationCalls.useGetLocationQuery({ params: { id } })
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
  const title = <bdi>{data.name}</bdi>
  if (isEditing)
    return (
      <DetailPanel title={title} over={t('edit')} onClose={onClose}>
        <LocationForm
          detail={data}
          onSaved={() => onMode('show')}
          onCancel={() => onMode('show')}
        />
      </DetailPanel>
    )
  return (
    <DetailPanel
      title={title}
      over={
        <>
          <bdi>{data.type.name}</bdi>
          {data.code !== null && (
            <>
              {' '}
              · <bdi className="numbers">{data.code}</bdi>
            </>
          )}
        </>
      }
      under={data.path.length === 0 ? undefined : <Path path={data.path} onOpen={onOpen} />}
      onClose={onClose}
      verbs={
        <>
          <ReportProblem location={data} />
          <PerformMenu at={{ locationId: id }} />
        </>
      }
      actions={
        <RowActions
          detail={data}
          onEdit={() => onMode('edit')}
          onAddInside={() => onAddInside(id)}
          onDeleted={onClose}
        />
      }
      tab={tab}
      onTab={(key) => onTab(panelTabs.find((one) => one === key) ?? 'facts')}
      tabs={[
        { key: 'facts', label: t('tabFacts'), content: <LocationFacts detail={data} /> },
        { key: 'inside', label: t('inside'), content: <Inside id={id} onOpen={onOpen} /> },
        {
          key: 'journal',
          label: t('tabJournal'),
          content: <Journal entity="location" entityId={id} />,
        },
      ]}
    />
  )
}

function Path({ path, onOpen }: { path: Detail['path']; onOpen(id: number): void }) {
  return (
    <span>
      {path.map((place, index) => (
        <span key={place.id}>
          {index > 0 && ' / '}
          <Button
            type="link"
            size="small"
            style={{ padding: 0, height: 'auto' }}
            onClick={() => onOpen(place.id)}
          >
            <bdi>{place.name}</bdi>
          </Button>
        </span>
      ))}
    </span>
  )
}

function LocationFacts({ detail }: { detail: Detail }) {
  const { t } = useTranslation(['locations', 'common', 'entities'])
  const plainValue = useFieldText()
  // The panel's head already shows name and path.
  const special: Record<SpecialKey<LocationFields>, { label: string; value: ReactNode }[]> = {
    type: [{ label: t('common:type'), value: <bdi>{detail.type.name}</bdi> }],
    parent: [{ label: t('equipmentCount'), value: <EquipmentInside id={detail.id} /> }],
    orgEntity: [
      {
        label: t('entities:field_orgEntity'),
        value: detail.orgEntity && <OrgEntityName of={detail.orgEntity} />,
      },
    ],
    metadata: metadataFacts(detail.metadata),
    details: detail.details.map((fact) => ({ label: fact.key, value: <bdi>{fact.value}</bdi> })),
  }
  const facts = keysInOrder(keysOf(fields), ['type', 'code']).flatMap((key) => {
    if (!isPlain(fields, key)) return special[key]
    if (key === 'name') return []
    return { label: t(`entities:field_${key}`), value: plainValue(fields[key], detail[key]) }
  })
  const dates = [
    { label: t('common:created'), value: <When at={detail.createdAt} as="date" /> },
    { label: t('common:updated'), value: <When at={detail.updatedAt} /> },
  ]
  return (
    <>
      <LocationYear id={detail.id} />
      <PlaceOnMap locationId={detail.id} />
      <Facts rows={[...facts.filter((row) => row.value !== null), ...dates]} />
      <LabelState of={{ locationId: detail.id }} />
    </>
  )
}

/**
 * Equipment in the location and everything inside it. The number and its list use the same query.
 */
function EquipmentInside({ id }: { id: number }) {
  const { t } = useTranslation('locations')
  const { data } = equipmentCalls.useListEquipmentQuery({
    body: { filter: { locationIds: [id] }, limit: 1 },
  })
  if (data === undefined) return null
  return (
    <Link to={pathTo('equipment', undefined, { place: id })}>
      {t('showEquipment', { count: data.count })}
    </Link>
  )
}

function Inside({ id, onOpen }: { id: number; onOpen(id: number): void }) {
  const { t } = useTranslation('locations')
  const query = locationCalls.useListLocationsQuery({
    body: { parentId: id, sort: 'name', limit: 200 },
  })
  const { error, refetch } = query
  const data = answerToShow(query)
  if (data === undefined)
    return error === undefined ? (
      <LoadingState rows={3} />
    ) : (
      <ErrorState failure={error} onRetry={() => void refetch()} />
    )
  if (data.rows.length === 0) return <EmptyState title={t('nothingInside')} />
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {data.rows.map((place) => (
        <li
          key={place.id}
          style={{ display: 'flex', justifyContent: 'space-between', paddingBlock: 3 }}
        >
          <Button type="link" style={{ padding: 0 }} onClick={() => onOpen(place.id)}>
            <bdi>{place.name}</bdi>
          </Button>
          <span className="quiet">
            <bdi>{place.type.name}</bdi>
          </span>
        </li>
      ))}
      <Remaining count={data.count - data.rows.length} />
    </ul>
  )
}

function RowActions({
  detail,
  onEdit,
  onAddInside,
  onDeleted,
}: {
  detail: Detail
  onEdit(): void
  onAddInside(): void
  onDeleted(): void
}) {
  const { t } = useTranslation(['locations', 'common', 'labels'])
  const mayEdit = useMay('editor|locations')
  const confirmDelete = useConfirmDelete()
  const handlePress = useMenuLinks()
  const [remove, { isLoading }] = locationCalls.useDeleteLocationMutation()
  async function handleDelete(): Promise<void> {
    if (!(await confirmDelete(detail.name, t('deleteHint')))) return
    const answer = await remove({ params: { id: detail.id } })
    if (answer.error === undefined) onDeleted()
  }
  const labels = menuLink(
    pathTo('labels', undefined, { of: 'locations', place: detail.id, alone: 1 }),
    t('labels:print'),
    <QrcodeOutlined aria-hidden />,
  )
  const changes: NonNullable<MenuProps['items']> = [
    { key: 'add', icon: <PlusOutlined aria-hidden />, label: t('addInside') },
    { type: 'divider' },
    {
      key: 'delete',
      danger: true,
      icon: <DeleteOutlined aria-hidden />,
      label: t('common:delete'),
    },
  ]
  return (
    <>
      {mayEdit && (
        <Button icon={<EditOutlined aria-hidden />} onClick={onEdit}>
          {t('common:edit')}
        </Button>
      )}
      <DropMenu
        menu={{
          items: [labels, ...(mayEdit ? changes : [])],
          onClick: (pressed) => {
            if (pressed.key === 'add') onAddInside()
            else if (pressed.key === 'delete') void handleDelete()
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
    </>
  )
}
