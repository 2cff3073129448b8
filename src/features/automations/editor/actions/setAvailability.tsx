import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import type { BlankAction } from '#contract/automation/actions.ts'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import type { PickingProps } from '../picking.ts'
import { QuestionPicker } from '../QuestionPicker.tsx'

const whoWays = ['performer', 'user', 'question'] as const

function WhoPicker({
  value,
  onChange,
  close,
  questions,
}: PickingProps<BlankAction<'setAvailability'>>) {
  const { t } = useTranslation('automations')
  const { who } = value
  const choose = (next: typeof who) => onChange({ ...value, who: next })
  return (
    <>
      <Segmented
        aria-label={t('blank.who')}
        value={who.by}
        options={whoWays.map((way) => ({ value: way, label: t(`assignWay.${way}`) }))}
        onChange={(way) =>
          choose(
            way === 'performer'
              ? { by: 'performer' }
              : way === 'user'
                ? { by: 'user', userId: null }
                : { by: 'question', questionId: null },
          )
        }
      />
      {who.by === 'user' && (
        <UserPicker
          defaultOpen
          autoFocus
          allowClear={false}
          label={t('blank.person')}
          value={who.userId}
          onChange={(userId: number | null) => {
            choose({ by: 'user', userId })
            close()
          }}
        />
      )}
      {who.by === 'question' && (
        <QuestionPicker
          questions={questions}
          fits={({ kind }) => kind === 'user'}
          none={t('blank.noPersonQuestion')}
          value={who.questionId}
          onChange={(questionId) => {
            choose({ by: 'question', questionId })
            close()
          }}
        />
      )}
    </>
  )
}

const availabilities = ['unlimited', 'hours', 'none'] as const

function AvailabilityPicker({ value, onChange }: PickingProps<BlankAction<'setAvailability'>>) {
  const { t } = useTranslation('automations')
  const { availability } = value
  return (
    <>
      <Segmented
        vertical
        aria-label={t('blank.availability')}
        value={availability.kind}
        options={availabilities.map((kind) => ({
          value: kind,
          label: t(`availabilityWay.${kind}`),
        }))}
        onChange={(kind) =>
          onChange({ ...value, availability: kind === 'hours' ? { kind, hours: 8 } : { kind } })
        }
      />
      {availability.kind === 'hours' && (
        <NeededNumber
          min={1}
          max={8_760}
          precision={0}
          aria-label={t('blank.hoursCount')}
          value={availability.hours}
          onChange={(hours) => onChange({ ...value, availability: { kind: 'hours', hours } })}
        />
      )}
    </>
  )
}

export const setAvailability = { who: WhoPicker, availability: AvailabilityPicker }
