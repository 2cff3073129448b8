import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportSettings } from '#contract/labelReports.ts'
import { problemKinds } from '#contract/rules/labelReports.ts'
import { LocationTypePicker } from '#entities/pickers/pickers.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'

export function useSettingsLabels(): (draft: ReportSettings) => FieldsInWords<ReportSettings> {
  const { t } = useTranslation(['labelReports', 'common'])
  const plain = (text: string): ReactNode =>
    text === '' ? <span className="quiet">{t('common:none')}</span> : <bdi>{text}</bdi>
  return (draft) => ({
    isOn: { label: t('isOn'), value: t(draft.isOn ? 'common:yes' : 'common:no') },
    locationTypeIds: {
      label: t('kinds'),
      value: (
        <LocationTypePicker multiple disabled label={t('kinds')} value={draft.locationTypeIds} />
      ),
    },
    shows: { label: t('shows'), value: t(`showsOf.${draft.shows}`) },
    receiver: { label: t('receiver'), value: plain(draft.receiver) },
    phone: { label: t('phone'), value: <bdi dir="ltr">{draft.phone}</bdi> },
    problems: {
      label: t('problems'),
      value: plain(
        draft.problems
          .map(({ key, text }) => {
            const kind = problemKinds.find((one) => one === key)
            return kind === undefined ? text : t(`problem.${kind}`)
          })
          .join(', '),
      ),
    },
  })
}
