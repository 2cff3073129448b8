import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StoredImage } from '#entities/files/StoredImage.tsx'
import { EquipmentTypePicker, RolePicker } from '#entities/pickers/pickers.tsx'
import { formatHoliday, formatHours, formatShift } from '#entities/workingTime/format.ts'
import { useFormat } from '#lib/format.tsx'
import { languageNames, weekStartOf } from '#lib/i18n/languages.ts'
import { weekdayName } from '#lib/week.ts'
import { AS_LANGUAGE, type CompanyDraft } from './companyDraft.ts'
import { countryName } from './holidayList.ts'
import { targetFields } from './targetFields.ts'
import styles from './company.module.css'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'

export function useCompanyLabels(): (draft: CompanyDraft) => FieldsInWords<CompanyDraft> {
  const { t } = useTranslation(['company', 'common', 'secondStep', 'entities'])
  const format = useFormat()
  const lines = (items: readonly string[]): ReactNode =>
    items.length === 0 ? (
      <span className="quiet">{t('common:none')}</span>
    ) : (
      <ul className={styles.plainLines}>
        {items.map((item, place) => (
          <li key={place}>
            <bdi>{item}</bdi>
          </li>
        ))}
      </ul>
    )
  const yesNo = (value: boolean): string => t(value ? 'common:yes' : 'common:no')
  return (draft) => ({
    name: { label: t('common:name'), value: <bdi>{draft.name}</bdi> },
    logoFileId: {
      label: t('logo'),
      value:
        draft.logoFileId === null ? (
          <span className="quiet">{t('common:none')}</span>
        ) : (
          <span className={styles.logoFrame}>
            <StoredImage fileId={draft.logoFileId} name={t('logo')} className={styles.logoImage} />
          </span>
        ),
    },
    timezone: {
      label: t('timezone'),
      value: <bdi>{draft.timezone.replaceAll('_', ' ')}</bdi>,
    },
    language: {
      label: t('language'),
      value: <span lang={draft.language}>{languageNames[draft.language]}</span>,
    },
    weekStart: {
      label: t('weekStart'),
      value:
        draft.weekStart === AS_LANGUAGE
          ? t('weekStartAsLanguage', {
              day: weekdayName(format.locale, weekStartOf(draft.language)),
            })
          : weekdayName(format.locale, draft.weekStart),
    },
    workingHours: {
      label: t('workingHours'),
      value: lines(formatHours(draft.workingHours, format)),
    },
    shifts: {
      label: t('shifts'),
      value: lines(draft.shifts.map((shift) => formatShift(shift, format))),
    },
    holidays: {
      label: t('holidays'),
      value: lines(
        draft.holidays.map((holiday) =>
          formatHoliday(holiday, format, (day, hours) =>
            hours === ''
              ? t('entities:workingDayOf', { day })
              : t('entities:workingDayHoursOf', { day, hours }),
          ),
        ),
      ),
    },
    holidayList: {
      label: t('followedHolidays'),
      value:
        draft.holidayList === null
          ? null
          : [
              countryName(draft.holidayList.country, format.locale),
              ...(draft.holidayList.region === null ? [] : [draft.holidayList.region]),
            ].join(', '),
    },
    calendarSeen: {
      label: t('followCalendar'),
      value: format.number(draft.calendarSeen.length),
    },
    roomEquipmentTypeId: {
      label: t('roomType'),
      value: <EquipmentTypePicker asText value={draft.roomEquipmentTypeId} />,
    },
    roomEquipmentTypeWord: { label: t('roomWord'), value: draft.roomEquipmentTypeWord },
    targets: {
      label: t('targets'),
      value: lines(
        targetFields.flatMap(({ key, label }) => {
          const target = draft.targets[key]
          return target === null ? [] : [`${t(label)}: ${format.number(target)}`]
        }),
      ),
    },
    textMessagesADay: { label: t('textMessagesADay'), value: draft.textMessagesADay },
    hasPush: { label: t('hasPush'), value: yesNo(draft.hasPush) },
    recordsWork: { label: t('recordsWork'), value: yesNo(draft.recordsWork) },
    currency: { label: t('currency'), value: draft.currency ?? t('noCurrency') },
    pushShowsText: { label: t('pushShowsText'), value: yesNo(draft.pushShowsText) },
    sessionHours: {
      label: t('sessionHours'),
      value: t('hoursCount', { count: draft.sessionHours }),
    },
    idp: {
      label: t('provider'),
      value: draft.idp === null ? t('noProvider') : t(`provider_${draft.idp}`),
    },
    forceSso: { label: t('onlyProvider'), value: yesNo(draft.forceSso) },
    secondStepRoleIds: {
      label: t('secondStep:requiredRoles'),
      value:
        draft.secondStepRoleIds.length === 0 ? (
          t('secondStep:nobodyRequired')
        ) : (
          <RolePicker multiple asText value={draft.secondStepRoleIds} />
        ),
    },
  })
}
