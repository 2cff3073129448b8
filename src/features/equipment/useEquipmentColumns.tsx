import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isPlain, tableKeys, type SpecialKey, type TableKey } from '#contract/entityFields.ts'
import type { EquipmentRow } from '#contract/equipment/equipment.ts'
import {
  equipmentFields as fields,
  type EquipmentFields,
} from '#contract/equipment/equipmentFields.ts'
import { statesOfLine } from '#contract/rules/yearStrip.ts'
import { EquipmentGlyph } from '#entities/equipment/EquipmentGlyph.tsx'
import { plainColumn } from '#entities/fields/plainColumn.tsx'
import { YearLine } from '#entities/yearStrip/YearLine.tsx'
import type { Column } from '#ui/list/EntityTable.tsx'
import { Badge, ColourTag, StatusTag, When } from '#ui/page/marks.tsx'
import styles from './equipmentColumns.module.css'

export function useEquipmentColumns(years: ReadonlyMap<number, string>): Column<EquipmentRow>[] {
  const { t } = useTranslation(['equipment', 'common', 'entities'])
  return useMemo(() => {
    const special: Record<
      SpecialKey<EquipmentFields, TableKey<EquipmentFields>>,
      Column<EquipmentRow>
    > = {
      type: {
        key: 'type',
        title: t('common:type'),
        sortable: true,
        render: (row) => <bdi>{row.type.name}</bdi>,
      },
      status: {
        key: 'status',
        title: t('common:status'),
        sortable: true,
        phone: 'aside',
        render: (row) => <StatusTag status={row.status} />,
      },
      location: {
        key: 'location',
        title: t('common:location'),
        sortable: true,
        render: (row) => <Place row={row} />,
      },
    }
    const own = tableKeys(fields).map((key): Column<EquipmentRow> => {
      if (!isPlain(fields, key)) return special[key]
      const title = key === 'equipmentId' ? t('numberShort') : t(`entities:field_${key}`)
      const column = plainColumn<EquipmentFields, EquipmentRow>(fields, key, title)
      return key === 'name' ? { ...column, phone: 'title', render: nameWithGlyph } : column
    })
    return [
      ...own,
      {
        key: 'year',
        title: t('entities:year.column'),
        roomy: true,
        phone: 'hidden',
        render: (row) => <YearLine states={statesOfLine(years.get(row.id) ?? '')} />,
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
    ]
  }, [t, years])
}

const nameWithGlyph = (row: EquipmentRow) => (
  <span className={styles.named}>
    <EquipmentGlyph typeName={row.type.name} colour={row.status?.colour ?? null} size={24} />
    <bdi>{row.name}</bdi>
  </span>
)

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
    <span className={styles.tags}>
      {row.tags.map((tag) => (
        <ColourTag key={tag.id} colour={tag.colour}>
          {tag.name}
        </ColourTag>
      ))}
    </span>
  )
}
