import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EquipmentRow } from '#contract/equipment'
import type { Column } from '../../ui/EntityTable.tsx'
import { Badge, ColourTag, StatusTag, When } from '../../ui/marks.tsx'

export function useEquipmentColumns(): Column<EquipmentRow>[] {
  const { t } = useTranslation(['equipment', 'common'])
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('common:name'),
        sortable: true,
        phone: 'title',
        render: (row) => <bdi>{row.name}</bdi>,
      },
      {
        key: 'equipmentId',
        title: t('numberShort'),
        sortable: true,
        render: (row) => <bdi className="numbers quiet">{row.equipmentId}</bdi>,
      },
      {
        key: 'type',
        title: t('common:type'),
        sortable: true,
        render: (row) => <bdi>{row.type.name}</bdi>,
      },
      {
        key: 'status',
        title: t('common:status'),
        sortable: true,
        phone: 'aside',
        render: (row) => <StatusTag status={row.status} />,
      },
      {
        key: 'location',
        title: t('common:location'),
        sortable: true,
        render: (row) => <Place row={row} />,
      },
      {
        key: 'tags',
        title: t('common:tags'),
        roomy: true,
        phone: 'hidden',
        render: (row) => <Tags row={row} />,
      },
      {
        key: 'alerts',
        title: t('tabTickets'),
        align: 'end',
        phone: 'aside',
        render: (row) =>
          row.alertsCount > 0 ? (
            <span title={t('alerts', { count: row.alertsCount })}>
              <Badge value={row.alertsCount} colour="orange" />
            </span>
          ) : null,
      },
      {
        key: 'updatedAt',
        title: t('common:updated'),
        sortable: true,
        roomy: true,
        phone: 'hidden',
        render: (row) => (
          <span className="quiet">
            <When at={row.updatedAt} />
          </span>
        ),
      },
    ],
    [t],
  )
}

function Place({ row }: { row: EquipmentRow }) {
  return (
    <>
      {row.location !== null && <bdi>{row.location.name}</bdi>}
      {row.locationText !== null && row.locationText !== '' && (
        <bdi className="quiet"> · {row.locationText}</bdi>
      )}
    </>
  )
}

function Tags({ row }: { row: EquipmentRow }) {
  return (
    <span style={{ display: 'inline-flex', gap: 10 }}>
      {row.tags.map((tag) => (
        <ColourTag key={tag.id} colour={tag.colour}>
          {tag.name}
        </ColourTag>
      ))}
    </span>
  )
}
