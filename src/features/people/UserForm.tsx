import { Form, Input, Select } from 'antd'
import type { Translate } from '#lib/i18n/translate.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { people, type UserDetail } from '#contract/people/people.ts'
import { isEmail } from '#contract/rules/email.ts'
import { isPhone } from '#contract/rules/phone.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { AvailabilityField } from '#entities/availability/AvailabilityField.tsx'
import { peopleCalls } from '#entities/calls/people.ts'
import { Namesakes } from '#entities/namesakes/Namesakes.tsx'
import { OrgEntityPicker, RolePicker } from '#entities/pickers/pickers.tsx'
import { useClaims } from '#entities/session/useSession.ts'
import { currentLanguage } from '#lib/i18n/i18n.ts'
import { languageNames, languages } from '#lib/i18n/languages.ts'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import type { FieldsInWords } from '#ui/dialog/conflict.ts'
import { AccessScopeFields } from './AccessScopeFields.tsx'
import { accessScopes, TypeNames } from './accessScopes.tsx'
import { useHandOverQuestion } from './useHandOverQuestion.tsx'
import { useInvitationSent } from './useInvitationSent.ts'
import {
  blankUser,
  isMadeAbsent,
  isNarrowed,
  userBody,
  valuesOf,
  type UserValues,
} from './userValues.ts'
import styles from './people.module.css'

interface FormProps {
  detail?: UserDetail
  onSaved?(): void
  /** `link` is for the administrator to pass on if the server cannot send mail. */
  onMade?(id: number, link: string | null): void
  onCancel(): void
}

export function UserForm({ detail, onSaved, onMade, onCancel }: FormProps) {
  const { t } = useTranslation(['people', 'common', 'entities'])
  const claims = useClaims()
  const [invite] = peopleCalls.useInviteUserMutation()
  const [update] = peopleCalls.useUpdateUserMutation()
  const readNow = useFetchNow()
  const notifySent = useInvitationSent()
  const [countUnable] = peopleCalls.useLazyCountUnableTicketsQuery()
  const handOver = useHandOverQuestion()
  const tickets = useRef<{ ticketsTo?: number | null }>({})
  const wasAsked = useRef(false)
  const made = useRef<{ id: number; link: string | null } | null>(null)

  // The form asks once; a second submit sends the invitation without a role.
  async function askForRole(_rule: unknown, roleIds: readonly number[]): Promise<void> {
    if (roleIds.length > 0 || wasAsked.current) return
    wasAsked.current = true
    throw new Error(t('noRoleAsked'))
  }
  /** Asks about tickets only if rights or availability were taken away. */
  async function askForTickets(user: UserDetail, values: UserValues): Promise<boolean> {
    tickets.current = {}
    const isAbsent = isMadeAbsent(valuesOf(user), values)
    if (!isAbsent && !isNarrowed(valuesOf(user), values)) return true
    const { roleIds, allEquipment, allLocations, equipmentTypeIds, locationTypeIds } = values
    const { unable, all } = await countUnable({
      params: { id: user.id },
      body: { roleIds, allEquipment, allLocations, equipmentTypeIds, locationTypeIds },
    }).unwrap()
    if ((isAbsent ? all : unable) === 0) return true
    const answer = await handOver.ask({
      says: isAbsent ? t('impact.tickets', { count: all }) : t('impact.unseen', { count: unable }),
      leaverId: user.id,
    })
    tickets.current = answer ?? {}
    return answer !== null
  }
  async function handleSave(values: UserValues, version: number | undefined): Promise<void> {
    if (detail === undefined || version === undefined) {
      made.current = await invite({ body: userBody(values) }).unwrap()
      if (made.current.link === null) notifySent()
      return
    }
    await update({
      params: { id: detail.id },
      body: { ...userBody(values), ...tickets.current, version },
    }).unwrap()
  }
  return (
    <EntityForm<UserValues>
      initial={detail === undefined ? blankUser(currentLanguage(), claims) : valuesOf(detail)}
      {...(detail === undefined ? {} : { version: detail.version })}
      {...(detail !== undefined && { beforeSave: (values) => askForTickets(detail, values) })}
      onSave={handleSave}
      onSaved={() =>
        made.current === null ? onSaved?.() : onMade?.(made.current.id, made.current.link)
      }
      onCancel={onCancel}
      submitLabel={detail === undefined ? t('sendInvitation') : t('common:save')}
      fetchCurrent={async () => {
        const now = await readNow(people.getUser, { params: { id: detail?.id ?? 0 } })
        return { values: valuesOf(now), version: now.version }
      }}
      together={accessScopes.map(({ flag, types }) => [flag, types])}
      describe={describer(t)}
    >
      <div className={styles.twoFields}>
        <NameField name="firstName" />
        <NameField name="lastName" />
      </div>
      {detail === undefined && <SamePerson />}
      <DoorFields isNew={detail === undefined} isShared={detail?.isShared === true} />
      <Form.Item name="language" label={t('field.language')}>
        <Select
          options={languages.map((language) => ({
            value: language,
            label: <span lang={language}>{languageNames[language]}</span>,
          }))}
        />
      </Form.Item>
      <Form.Item
        name="roleIds"
        label={t('field.roles')}
        extra={t('rolesHint')}
        validateTrigger={[]}
        rules={detail === undefined ? [{ validator: askForRole }] : []}
      >
        <RolePicker multiple label={t('field.roles')} />
      </Form.Item>
      <Form.Item name="orgEntityId" label={t('entities:field_orgEntity')}>
        <OrgEntityPicker />
      </Form.Item>
      <AccessScopeFields />
      <Form.Item name="availability" label={t('field.availability')} extra={t('availability.hint')}>
        <AvailabilityField {...(detail === undefined ? {} : { now: detail.availability })} />
      </Form.Item>
      {handOver.dialog}
    </EntityForm>
  )
}

/** Below both names, because the comparison uses them together. */
function SamePerson() {
  const form = Form.useFormInstance<UserValues>()
  const [first, last] = [Form.useWatch('firstName', form), Form.useWatch('lastName', form)]
  const isWhole = [first, last].every((part) => part !== undefined && part.trim() !== '')
  return <Namesakes kind="user" name={isWhole ? `${first.trim()} ${last.trim()}` : ''} />
}

function NameField({ name }: { name: 'firstName' | 'lastName' }) {
  const { t } = useTranslation(['people', 'common'])
  const rules = [
    { required: true, whitespace: true, message: t('common:required') },
    { max: 200, message: t('common:tooLong', { max: 200 }) },
  ]
  return (
    <Form.Item name={name} label={t(`field.${name}`)} rules={rules}>
      <Input autoComplete="off" dir="auto" />
    </Form.Item>
  )
}

/**
 * Email address and phone give access, so the form applies the server's rules before it sends
 * anything.
 */
function DoorFields({ isNew, isShared }: { isNew: boolean; isShared: boolean }) {
  const { t } = useTranslation(['people', 'common'])
  const email = async (_rule: unknown, value: string) => {
    if (value.trim() !== '' && !isEmail(value.trim())) throw new Error(t('emailInvalid'))
  }
  const phone = async (_rule: unknown, value: string) => {
    if (value.trim() !== '' && !isPhone(value.trim())) throw new Error(t('phoneInvalid'))
  }
  const why = isShared ? t('sharedHint') : undefined
  return (
    <>
      <Form.Item
        name="email"
        label={t('field.email')}
        extra={why ?? t(isNew ? 'emailHint' : 'emailChangeHint')}
        validateTrigger="onBlur"
        rules={[
          { required: true, whitespace: true, message: t('common:required') },
          { validator: email },
        ]}
      >
        <Input type="email" autoComplete="off" dir="ltr" readOnly={isShared} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('field.phone')}
        extra={why}
        validateTrigger="onBlur"
        rules={[{ validator: phone }]}
      >
        <Input type="tel" autoComplete="off" dir="ltr" readOnly={isShared} />
      </Form.Item>
    </>
  )
}

function describer(t: Translate<['people', 'common', 'entities']>) {
  return (values: UserValues): FieldsInWords<UserValues> => ({
    firstName: { label: t('field.firstName'), value: values.firstName },
    lastName: { label: t('field.lastName'), value: values.lastName },
    email: { label: t('field.email'), value: <bdi>{values.email}</bdi> },
    phone: { label: t('field.phone'), value: <bdi>{values.phone}</bdi> },
    language: { label: t('field.language'), value: languageNames[values.language] },
    roleIds: {
      label: t('field.roles'),
      value: <RolePicker multiple asText value={values.roleIds} />,
    },
    orgEntityId: {
      label: t('entities:field_orgEntity'),
      value: <OrgEntityPicker asText value={values.orgEntityId} />,
    },
    ...accessScopesInWords(t, values),
    availability: { label: t('field.availability'), value: availabilityWords(t, values) },
  })
}

type AccessScopeField = (typeof accessScopes)[number]['flag' | 'types']
const accessScopesInWords = (t: Translate<['people', 'common']>, values: UserValues) =>
  Object.fromEntries(
    accessScopes.flatMap((accessScope) => [
      [
        accessScope.flag,
        {
          label: t(`field.${accessScope.kind}`),
          value: values[accessScope.flag] ? t('reach.all') : t('reach.types'),
        },
      ],
      [
        accessScope.types,
        {
          label: `${t(`field.${accessScope.kind}`)}: ${t('reach.types')}`,
          value: <TypeNames accessScope={accessScope} ids={values[accessScope.types]} />,
        },
      ],
    ]),
  ) as Pick<FieldsInWords<UserValues>, AccessScopeField>

function availabilityWords(
  t: Translate<['people', 'common']>,
  { availability: { choice, hours } }: UserValues,
): string {
  if (choice === 'hours') return t('availability.inHours', { count: hours })
  return choice === 'none'
    ? t('availability.none')
    : choice === 'unlimited'
      ? t('availability.unlimited')
      : t('availability.available')
}
