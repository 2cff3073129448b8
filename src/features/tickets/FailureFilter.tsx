import { useTranslation } from 'react-i18next'
import { failureKinds } from '#contract/rules/closing.ts'
import type { FailureCode } from '#contract/ticketClosing.ts'
import { omittedTags } from '#ui/list/omittedTags.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import { Select } from '#ui/form/Select.tsx'

interface Props {
  types: readonly { name: string; failureCodes: readonly FailureCode[] }[]
  value: number[]
  onChange(ids: number[]): void
}

/** Problems, causes and remedies of these ticket types. */
export function FailureFilter({ types, value, onChange }: Props) {
  const { t } = useTranslation(['tickets', 'common'])
  const groups = types.flatMap(({ name: type, failureCodes }) =>
    failureKinds.flatMap((kind) => {
      const own = failureCodes.filter((code) => code.kind === kind)
      const label = types.length === 1 ? t(`closing.${kind}`) : `${type}: ${t(`closing.${kind}`)}`
      const options = own.map(({ id, name, isRetired }) => ({
        value: Number(id),
        label: isRetired ? t('closing.retired', { name }) : name,
      }))
      return own.length === 0 ? [] : [{ label, options }]
    }),
  )
  return (
    <Select<number[]>
      mode="multiple"
      maxTagCount="responsive"
      maxTagPlaceholder={omittedTags}
      allowClear
      aria-label={t('closing.filter')}
      placeholder={t('closing.filter')}
      popupMatchSelectWidth={false}
      style={{ minInlineSize: 200 }}
      value={value}
      onChange={onChange}
      filterOption={foundBy('label')}
      labelRender={({ label }) => label ?? t('common:unknownName')}
      options={groups}
    />
  )
}
