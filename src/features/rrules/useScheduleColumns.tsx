import { useTranslation } from 'react-i18next'
import type { Rrule } from '#contract/rrules/rruleShapes.ts'
import { ScheduleSentence } from '#entities/recurrence/ScheduleSentence.tsx'
import type { Column } from '#ui/list/EntityTable.tsx'
import { Badge, ColourTag, Count } from '#ui/page/marks.tsx'
import { NextDate } from './NextDate.tsx'

export function useScheduleColumns(): Column<Rrule>[] {
  const { t } = useTranslation('schedules')
  return [
    {
      key: 'name',
      title: t('column.name'),
      sortable: true,
      phone: 'title',
      render: (row) => <RuleName rule={row} />,
    },
    {
      key: 'procedure',
      title: t('column.procedure'),
      sortable: true,
      render: (row) => <bdi>{row.procedure.name}</bdi>,
    },
    {
      key: 'kind',
      title: t('column.kind'),
      roomy: true,
      phone: 'hidden',
      render: (row) => t(`kind.${row.kind}`),
    },
    {
      key: 'objectCount',
      title: t('column.objects'),
      roomy: true,
      align: 'end',
      phone: 'hidden',
      render: (row) => <Count value={row.objectCount} />,
    },
    {
      key: 'nextAt',
      title: t('column.next'),
      render: (row) => <NextDate of={row} />,
    },
    {
      key: 'openCount',
      title: t('column.open'),
      align: 'end',
      roomy: true,
      phone: 'hidden',
      render: (row) => <Count value={row.openCount} />,
    },
    {
      key: 'lateCount',
      title: t('column.late'),
      align: 'end',
      phone: 'aside',
      render: (row) => <Late count={row.lateCount} />,
    },
    {
      key: 'isActive',
      title: t('column.active'),
      saysItself: true,
      roomy: true,
      phone: 'aside',
      render: (row) => <ActiveTag isActive={row.isActive} />,
    },
  ]
}

export function RuleName({ rule }: { rule: Rrule }) {
  return rule.name === null || rule.name === '' ? (
    <ScheduleSentence of={rule} />
  ) : (
    <bdi>{rule.name}</bdi>
  )
}

export function ActiveTag({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('schedules')
  return (
    <ColourTag soft colour={isActive ? 'green' : 'purple'}>
      {isActive ? t('state.active') : t('state.inactive')}
    </ColourTag>
  )
}

function Late({ count }: { count: number }) {
  const { t } = useTranslation('schedules')
  return count === 0 ? (
    <span className="quiet">—</span>
  ) : (
    <span title={t('lateCount', { count })}>
      <Badge value={count} colour="red" />
    </span>
  )
}
