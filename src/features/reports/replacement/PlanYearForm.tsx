import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { MAX_REPLACEMENT_NOTE, type ReplacementRow } from '#contract/replacement.ts'
import { calendarDay } from '#contract/formatters.ts'
import { serverNow } from '#api/serverClock.ts'
import { useFormat } from '#lib/format.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import { replacementCalls } from './calls.ts'
import { usePlanWords } from './usePlanWords.ts'

/** Longer than equipment is expected to last. */
const YEARS_AHEAD = 50

interface Planned {
  year: number | null
  note: string
}

/** Plans the year by hand. An empty year follows the expected life again. */
export function PlanYearForm({ row, onDone }: { row: ReplacementRow; onDone(): void }) {
  const { t } = useTranslation(['replacement', 'common'])
  const { year: writeYear } = usePlanWords(null)
  const [plan] = replacementCalls.usePlanReplacementMutation()
  const announce = useUndoableToast()
  const { timeZone } = useFormat()
  const present = Number(calendarDay(serverNow(), timeZone).slice(0, 4))
  const save = (year: number | null, note: string | null, version: number) =>
    plan({ params: { id: row.id }, body: { year, note, version } })
  return (
    <EntityForm<Planned>
      initial={{ year: row.plannedYear, note: row.note ?? '' }}
      version={row.version}
      submitLabel={t('common:save')}
      onCancel={onDone}
      onSaved={onDone}
      onSave={async ({ year, note }, version = row.version) => {
        const written = await save(year, note, version).unwrap()
        const { name, plannedYear, note: before } = row
        announce(
          {
            level: 'success',
            message:
              year === null
                ? t('followed', { name })
                : t('planned', { name, year: writeYear(year) }),
          },
          () => void save(plannedYear, before, written.version),
        )
      }}
    >
      <Form.Item name="year" label={t('planYear')} extra={t('planYearHint')}>
        <NumberInput
          min={Math.min(present, row.plannedYear ?? present)}
          max={Math.max(present + YEARS_AHEAD, row.plannedYear ?? present)}
          precision={0}
          inputMode="numeric"
          style={{ inlineSize: 120 }}
        />
      </Form.Item>
      <Form.Item name="note" label={t('note')}>
        <Input.TextArea rows={2} maxLength={MAX_REPLACEMENT_NOTE} showCount />
      </Form.Item>
    </EntityForm>
  )
}
