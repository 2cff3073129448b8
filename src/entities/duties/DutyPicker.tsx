import { useTranslation } from 'react-i18next'
import { makeReferencePicker } from '#entities/pickers/pickers.tsx'
import { dutyCalls } from './calls.ts'

const Picker = makeReferencePicker((body, options) => dutyCalls.useListDutiesQuery(body, options))

type Props = Parameters<typeof Picker>[0]
type Named = Props extends unknown ? Omit<Props, 'label'> & { label?: string } : never

export function DutyPicker(props: Named) {
  const { t } = useTranslation('entities')
  return <Picker {...({ ...props, label: props.label ?? t('duty') } as Props)} />
}
