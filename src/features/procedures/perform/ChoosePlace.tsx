import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProcedureDetail } from '#contract/procedures/procedures.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { useAddressState } from '#lib/addressState.ts'
import { performAddress } from './address.ts'
import { ChooseThing } from './ChooseThing.tsx'
import type { Place } from './performDraft.ts'
import styles from './perform.module.css'
import surveyStyles from '../survey/survey.module.css'

/**
 * Asks for the equipment or location if the address names none; the choice goes into the address.
 */
export function ChoosePlace({ procedure }: { procedure: ProcedureDetail }) {
  const { t } = useTranslation('procedures')
  const [, change] = useAddressState(performAddress)
  const [kind, setKind] = useState<Place['kind']>(
    procedure.target === 'location' ? 'location' : 'equipment',
  )
  const handleChosen = (id: number | null) => {
    if (id !== null)
      change({
        equipmentId: kind === 'equipment' ? id : null,
        locationId: kind === 'location' ? id : null,
      })
  }
  return (
    <div className={styles.perform}>
      <h1 className={styles.performName} dir="auto">
        {procedure.name}
      </h1>
      {procedure.description !== null && (
        <p className="quiet" dir="auto">
          {procedure.description}
        </p>
      )}
      <section className={styles.performCard}>
        <h2>{t(`perform.where.${kind}`)}</h2>
        {procedure.target === 'either' && (
          <div
            className={styles.performKinds}
            role="radiogroup"
            aria-label={t('perform.whereLabel')}
          >
            {(['equipment', 'location'] as const).map((one) => (
              <label key={one} className={surveyStyles.surveyChoice}>
                <input
                  type="radio"
                  name="place-kind"
                  checked={kind === one}
                  onChange={() => setKind(one)}
                />
                <span>{t(`target.${one}`)}</span>
              </label>
            ))}
          </div>
        )}
        {kind === 'equipment' ? (
          <ChooseThing procedure={procedure} onChoose={handleChosen} />
        ) : (
          <LocationTreePicker
            value={null}
            onChange={handleChosen}
            label={t('perform.where.location')}
            size="large"
            autoFocus
          />
        )}
      </section>
    </div>
  )
}
