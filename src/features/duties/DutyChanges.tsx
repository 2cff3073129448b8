import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DutyChangeRow } from '#contract/duties/duties.ts'
import { dutyCalls } from '#entities/duties/calls.ts'
import { useFormat } from '#lib/format.tsx'
import { FromTo } from '#ui/dates/FromTo.tsx'
import { ColourTag } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import styles from './duties.module.css'

const stateColours = { offered: 'orange', accepted: 'green', declined: 'red' } as const

export function DutyChanges({ changes }: { changes: readonly DutyChangeRow[] }) {
  const { t } = useTranslation('duties')
  if (changes.length === 0) return null
  return (
    <Section title={t('changes')}>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <ChangeLine key={change.id} change={change} />
        ))}
      </ul>
    </Section>
  )
}

function ChangeLine({ change }: { change: DutyChangeRow }) {
  const { t } = useTranslation(['duties', 'common'])
  const format = useFormat()
  const [answer, answering] = dutyCalls.useAnswerDutyChangeMutation()
  const [remove, removing] = dutyCalls.useRemoveDutyChangeMutation()
  const isBusy = answering.isLoading || removing.isLoading
  const params = { id: change.id }
  return (
    <li>
      <div>
        {t(`kind_${change.kind}`)}: <bdi>{change.person.name}</bdi>{' '}
        {change.kind === 'swap' && (
          <ColourTag soft colour={stateColours[change.state]}>
            {t(`state_${change.state}`)}
          </ColourTag>
        )}
      </div>
      <div className="quiet">
        <FromTo from={change.from} to={change.to} />
        {change.with !== null && (
          <>
            {' '}
            → <bdi>{change.with.name}</bdi>
          </>
        )}
      </div>
      {change.withFrom !== null && change.withTo !== null && (
        <div className="quiet">
          {t('inReturn')} <FromTo from={change.withFrom} to={change.withTo} />
        </div>
      )}
      {change.enteredAt > change.from && (
        <div className="quiet">
          {t('enteredLater', {
            when: format.dateTime(change.enteredAt),
            name: format.isolate(change.by),
          })}
        </div>
      )}
      <div className={styles.changeActions}>
        {change.mayAnswer && (
          <>
            <Button
              size="small"
              type="primary"
              disabled={isBusy}
              onClick={() => void answer({ params, body: { accepts: true } })}
            >
              {t('accept')}
            </Button>
            <Button
              size="small"
              disabled={isBusy}
              onClick={() => void answer({ params, body: { accepts: false } })}
            >
              {t('decline')}
            </Button>
          </>
        )}
        {change.mayRemove && (
          <Button
            size="small"
            type="link"
            disabled={isBusy}
            onClick={() => void remove({ params })}
          >
            {t('takeBack')}
          </Button>
        )}
      </div>
    </li>
  )
}
