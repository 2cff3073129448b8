import { useTranslation } from 'react-i18next'
import type { DutyCall } from '#contract/duties/dutyCall.ts'
import { useFormat } from '#lib/format.tsx'

/** What a step did, and who of those called saw it when. */
export function CalledText({ call: { duty, step, outcome, people } }: { call: DutyCall }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  return (
    <>
      {t(`called.${outcome}`, {
        duty,
        step: format.number(step),
        people: format.list(people.map(({ name }) => name)),
      })}
      {people.map(({ id, name, seenAt }) => (
        <div key={id} className="quiet">
          {seenAt === null
            ? t('called.unseen', { name: format.isolate(name) })
            : t('called.seen', { name: format.isolate(name), when: format.dateTime(seenAt) })}
        </div>
      ))}
    </>
  )
}
