import { Form, Input, Select, Switch } from 'antd'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { useTranslation } from 'react-i18next'
import { SESSION_HOURS, type CompanySettings } from '#contract/company/company.ts'
import { workDaysOf } from '#contract/rules/workDays.ts'
import { contradiction } from '#contract/rules/workingTime.ts'
import { holidayDate } from '#entities/workingTime/format.ts'
import { EquipmentTypePicker, RolePicker } from '#entities/pickers/pickers.tsx'
import { useZoneOptions } from '#entities/timeZones/useZoneOptions.ts'
import { useFormat } from '#lib/format.tsx'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { languageNames, languages, weekStartOf, type Language } from '#lib/i18n/languages.ts'
import { weekdayName, weekdaysFrom } from '#lib/week.ts'
import { Card, Section } from '#ui/page/Page.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import {
  AS_LANGUAGE,
  hasShiftFault,
  hasSpanFault,
  holidayWithHoursFault,
  type CompanyDraft,
} from './companyDraft.ts'
import { FollowCalendarField } from './FollowCalendarField.tsx'
import { HolidayListField } from './HolidayListField.tsx'
import { HolidaysEditor } from './HolidaysEditor.tsx'
import { LogoField } from './LogoField.tsx'
import { ShiftsEditor } from './ShiftsEditor.tsx'
import { targetFields } from './targetFields.ts'
import { WeekStrip } from './WeekStrip.tsx'
import { WorkingHoursEditor } from './WorkingHoursEditor.tsx'
import styles from './company.module.css'

export function GeneralSection() {
  const { t } = useTranslation(['company', 'common'])
  const { locale } = useFormat()
  const form = Form.useFormInstance<CompanyDraft>()
  const language: Language = Form.useWatch('language', form) ?? 'en'
  const timezone: string = Form.useWatch('timezone', form) ?? 'UTC'
  const { options: zones } = useZoneOptions(timezone)
  const days = weekdaysFrom(weekStartOf(language))
  return (
    <Section title={t('general')}>
      <Card>
        <Form.Item
          name="name"
          label={t('common:name')}
          rules={[
            { required: true, whitespace: true, message: t('common:required') },
            { max: 200, message: t('common:tooLong', { max: 200 }) },
          ]}
        >
          <Input autoComplete="organization" dir="auto" />
        </Form.Item>
        <Form.Item name="logoFileId" label={t('logo')} extra={t('logoHint')}>
          <LogoField />
        </Form.Item>
        <Form.Item name="timezone" label={t('timezone')} extra={t('timezoneHint')}>
          <Select showSearch options={zones} filterOption={foundBy('label')} />
        </Form.Item>
        <div className={styles.formPair}>
          <Form.Item name="language" label={t('language')} extra={t('languageHint')}>
            <Select
              options={languages.map((one) => ({
                value: one,
                label: <span lang={one}>{languageNames[one]}</span>,
              }))}
            />
          </Form.Item>
          <Form.Item name="weekStart" label={t('weekStart')}>
            <Select
              options={[
                {
                  value: AS_LANGUAGE,
                  label: t('weekStartAsLanguage', {
                    day: weekdayName(locale, weekStartOf(language)),
                  }),
                },
                ...days.map((day) => ({ value: day, label: weekdayName(locale, day) })),
              ]}
            />
          </Form.Item>
        </div>
      </Card>
    </Section>
  )
}

export function WorkingTimeSection() {
  const { t } = useTranslation('company')
  const form = Form.useFormInstance<CompanyDraft>()
  const format = useFormat()
  const chosen: number = Form.useWatch('weekStart', form) ?? AS_LANGUAGE
  const language: Language | undefined = Form.useWatch('language', form)
  const weekStart =
    chosen !== AS_LANGUAGE
      ? chosen
      : language === undefined
        ? format.weekStart
        : weekStartOf(language)
  const workingHours = Form.useWatch('workingHours', form) ?? []
  const shifts = Form.useWatch('shifts', form) ?? []
  const openDays = [...new Set(workingHours.map(({ day }) => day))].toSorted((a, b) => a - b)
  const workDays = openDays.length > 0 ? openDays : workDaysOf(language ?? currentLanguage())
  const when = (isFaulty: boolean) =>
    isFaulty ? Promise.reject(new Error(t('correctMarked'))) : Promise.resolve()
  return (
    <Section title={t('workingTime')}>
      <Card>
        <h3>{t('workingHours')}</h3>
        <p className="quiet">{t('workingHoursHint')}</p>
        <Form.Item
          name="workingHours"
          validateTrigger="onSubmit"
          rules={[
            {
              validator: (_rule, value: CompanyDraft['workingHours']) => when(hasSpanFault(value)),
            },
          ]}
        >
          <WorkingHoursEditor weekStart={weekStart} />
        </Form.Item>
        <h3>{t('shifts')}</h3>
        <p className="quiet">{t('shiftsHint')}</p>
        {(shifts.length > 0 || workingHours.length > 0) && (
          <WeekStrip shifts={shifts} workingHours={workingHours} weekStart={weekStart} />
        )}
        <Form.Item
          name="shifts"
          validateTrigger="onSubmit"
          rules={[
            { validator: (_rule, value: CompanyDraft['shifts']) => when(hasShiftFault(value)) },
          ]}
        >
          <ShiftsEditor weekStart={weekStart} workDays={workDays} />
        </Form.Item>
        <h3>{t('holidays')}</h3>
        <p className="quiet">{t('holidaysHint')}</p>
        <Form.Item
          name="holidays"
          className={styles.holidaysItem ?? ''}
          validateTrigger="onSubmit"
          rules={[
            {
              validator(_rule, value: CompanyDraft['holidays']) {
                const faulty = holidayWithHoursFault(value)
                if (faulty !== undefined)
                  return Promise.reject(
                    new Error(t('holidayHoursFault', { date: holidayDate(faulty, format) })),
                  )
                const day = contradiction(value)
                return day === null
                  ? Promise.resolve()
                  : Promise.reject(
                      new Error(t('holidaysContradict', { date: holidayDate(day, format) })),
                    )
              },
            },
          ]}
        >
          <HolidaysEditor />
        </Form.Item>
        <Form.Item name="holidayList">
          <HolidayListField />
        </Form.Item>
        <Form.Item name="calendarSeen">
          <FollowCalendarField />
        </Form.Item>
      </Card>
    </Section>
  )
}

export function RoomsSection() {
  const { t } = useTranslation(['company', 'common'])
  return (
    <Section title={t('rooms')}>
      <Card>
        <p className="quiet">{t('roomsHint')}</p>
        <div className={styles.formPair}>
          <Form.Item name="roomEquipmentTypeId" label={t('roomType')} extra={t('roomTypeHint')}>
            <EquipmentTypePicker label={t('roomType')} />
          </Form.Item>
          <Form.Item
            name="roomEquipmentTypeWord"
            label={t('roomWord')}
            extra={t('roomWordHint')}
            rules={[{ max: 100, message: t('common:tooLong', { max: 100 }) }]}
          >
            <Input autoComplete="off" dir="auto" />
          </Form.Item>
        </div>
      </Card>
    </Section>
  )
}

export function TargetsSection() {
  const { t } = useTranslation(['company', 'entities'])
  const format = useFormat()
  return (
    <Section title={t('targets')}>
      <Card>
        <p className="quiet">{t('targetsHint')}</p>
        <div className={styles.targets}>
          {targetFields.map(({ key, label, max }) => (
            <Form.Item
              key={key}
              name={['targets', key]}
              label={t(label)}
              rules={[
                {
                  type: 'integer',
                  min: 0,
                  max,
                  message: t('targetsLimit', { max: format.number(max) }),
                },
              ]}
            >
              <NumberInput className={styles.hoursNumber} />
            </Form.Item>
          ))}
        </div>
      </Card>
    </Section>
  )
}

export function SignInSection({ settings }: { settings: CompanySettings }) {
  const { t } = useTranslation(['company', 'common', 'secondStep'])
  const form = Form.useFormInstance<CompanyDraft>()
  const idp = Form.useWatch('idp', form)
  const isOnly = Form.useWatch('forceSso', form)
  const offered = [
    ...new Set([...settings.providers, ...(settings.idp === null ? [] : [settings.idp])]),
  ]
  const isProved = settings.cameByProvider && idp === settings.idp
  return (
    <Section title={t('signIn')}>
      <Card>
        <Form.Item
          name="sessionHours"
          label={t('sessionHours')}
          extra={t('sessionHoursHint')}
          rules={[
            { required: true, message: t('common:required') },
            {
              type: 'integer',
              min: SESSION_HOURS.minimum,
              max: SESSION_HOURS.maximum,
              message: t('sessionHoursLimits', SESSION_HOURS),
            },
          ]}
        >
          <NumberInput className={styles.hoursNumber} />
        </Form.Item>
        <Form.Item
          name="textMessagesADay"
          label={t('textMessagesADay')}
          extra={t('textMessagesADayHint')}
          rules={[
            { required: true, message: t('common:required') },
            { type: 'integer', min: 0, max: 100_000, message: t('textMessagesADayLimits') },
          ]}
        >
          <NumberInput className={styles.hoursNumber} />
        </Form.Item>
        <Form.Item
          name="secondStepRoleIds"
          label={t('secondStep:requiredRoles')}
          extra={t('secondStep:requiredRolesHint')}
        >
          <RolePicker multiple label={t('secondStep:requiredRoles')} />
        </Form.Item>
        {offered.length === 0 ? (
          <p className="quiet">{t('noProviders')}</p>
        ) : (
          <>
            <Form.Item name="idp" label={t('provider')} extra={t('providerHint')}>
              <Select<typeof idp>
                allowClear
                placeholder={t('noProvider')}
                options={offered.map((one) => ({ value: one, label: t(`provider_${one}`) }))}
              />
            </Form.Item>
            <Form.Item
              name="forceSso"
              label={t('onlyProvider')}
              valuePropName="checked"
              extra={t(isProved || isOnly === true ? 'onlyProviderHint' : 'onlyProviderProve')}
            >
              <Switch disabled={isOnly !== true && !isProved} />
            </Form.Item>
            {offered.length > 1 && <OtherProvider />}
          </>
        )}
      </Card>
    </Section>
  )
}

/** Steps for an administrator before users can sign in through a second provider. */
function OtherProvider() {
  const { t } = useTranslation('company')
  return (
    <details className="quiet">
      <summary>{t('providerStepsTitle')}</summary>
      <ol>
        {(['one', 'two', 'three'] as const).map((step) => (
          <li key={step}>{t(`providerSteps.${step}`)}</li>
        ))}
      </ol>
    </details>
  )
}
