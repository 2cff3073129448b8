import { useTranslation } from 'react-i18next'
import type { DutyRow } from '#contract/duties/duties.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import { Journal } from '#entities/journal/Journal.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { ConfirmedDelete } from '#ui/dialog/ConfirmedDelete.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { DutyForm } from './DutyForm.tsx'
import { DutyRehearsal } from './DutyRehearsal.tsx'
import { DutyWeek } from './DutyWeek.tsx'
import { Holes } from './Holes.tsx'

interface Props {
  row: DutyRow
  fetchRow(): Promise<DutyRow | undefined>
  tab: string
  onTab(key: string): void
  onClose(): void
}

export function DutyPanel({ row, fetchRow, tab, onTab, onClose }: Props) {
  const { t } = useTranslation('duties')
  const mayEdit = useMay('editor|duties')
  const places = [row.location?.name, row.orgEntity?.name].filter(Boolean).join(' · ')
  return (
    <DetailPanel
      title={<bdi>{row.name}</bdi>}
      over={places !== '' && <bdi>{places}</bdi>}
      under={<Holes row={row} />}
      actions={
        mayEdit && (
          <ConfirmedDelete
            row={row}
            name={row.name}
            hint={t('deleteHint')}
            useDelete={dutyCalls.useDeleteDutyMutation}
            onDeleted={onClose}
          />
        )
      }
      onClose={onClose}
      tab={tab !== 'journal' && !mayEdit ? 'week' : tab}
      onTab={onTab}
      tabs={[
        { key: 'week', label: t('tabWeek'), content: <DutyWeek row={row} /> },
        ...(mayEdit
          ? [
              {
                key: 'facts',
                label: t('tabFacts'),
                content: <DutyForm row={row} fetchRow={fetchRow} onDone={() => onTab('week')} />,
              },
              {
                key: 'rehearsal',
                label: t('tabRehearsal'),
                content: <DutyRehearsal row={row} />,
              },
            ]
          : []),
        {
          key: 'journal',
          label: t('tabJournal'),
          content: <Journal entity="duty" entityId={row.id} />,
        },
      ]}
    />
  )
}
