import { useTranslation } from 'react-i18next'
import { useScheduleLabels } from '#entities/recurrence/useScheduleLabels.ts'
import { useFormat, type Format } from '#lib/format.tsx'
import type { Translate } from '#lib/i18n/translate.ts'
import type { Names } from './names.ts'
import { useAutomationNames, type Naming } from './useAutomationNames.ts'
import { usePhrases, type Phrases } from './usePhrases.ts'

export interface FilterWords {
  t: Translate<['automations', 'entities']>
  format: Format
  names: Names
  naming: Naming
  phrases: Phrases
}

export function useFilterWords(names: Names): FilterWords {
  const { t } = useTranslation(['automations', 'entities'])
  return { t, format: useFormat(), names, naming: useAutomationNames(names), phrases: usePhrases() }
}

export interface ActionWords {
  t: Translate<['automations', 'tickets', 'entities']>
  format: Format
  names: Names
  naming: Naming
  /** Formats a span, such as '8 hours'. */
  span: ReturnType<typeof useScheduleLabels>['span']
}

export function useActionWords(names: Names): ActionWords {
  const { t } = useTranslation(['automations', 'tickets', 'entities'])
  const { span } = useScheduleLabels()
  return { t, format: useFormat(), names, naming: useAutomationNames(names), span }
}
