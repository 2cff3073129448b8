import { useTranslation } from 'react-i18next'
import type { ProcedureLogRow } from '#contract/procedures/procedureLogs.ts'
import type { Column } from '#ui/list/EntityTable.tsx'
import { Badge, PersonName, When } from '#ui/page/marks.tsx'
import { ScoreMark } from '#entities/score/ScoreMark.tsx'

export type LogColumn = 'procedure' | 'place' | 'score' | 'tickets' | 'doneBy' | 'doneAt'

export function useLogColumns(shown: readonly LogColumn[]): Column<ProcedureLogRow>[] {
  const { t } = useTranslation('procedureLogs')
  const columns: Record<LogColumn, Column<ProcedureLogRow>> = {
    procedure: {
      key: 'procedure',
      title: t('column.procedure'),
      sortable: true,
      render: (row) => <bdi>{row.procedure.name}</bdi>,
    },
    place: {
      key: 'place',
      title: t('column.place'),
      render: (row) => <bdi>{row.equipment?.name ?? row.location?.name}</bdi>,
    },
    score: {
      key: 'score',
      title: t('column.score'),
      sortable: true,
      align: 'end',
      phone: 'aside',
      render: (row) => <ScoreMark score={row.score} />,
    },
    tickets: {
      key: 'tickets',
      title: t('column.tickets'),
      align: 'end',
      phone: 'hidden',
      render: (row) =>
        row.ticketCount === 0 ? null : <Badge value={row.ticketCount} colour="orange" />,
    },
    doneBy: {
      key: 'doneBy',
      title: t('column.doneBy'),
      phone: 'hidden',
      render: (row) => <PersonName person={row.doneBy} />,
    },
    doneAt: {
      key: 'doneAt',
      title: t('column.doneAt'),
      sortable: true,
      render: (row) => <When at={row.doneAt} as="dateTime" />,
    },
  }
  return shown.map((key) => columns[key])
}
