import { useTranslation } from 'react-i18next'
import { colours, type Colour } from '#contract/colours.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import styles from './ColourField.module.css'

export function ColourField({
  value,
  onChange,
  id,
}: {
  value?: Colour
  onChange?(colour: Colour): void
  id?: string
}) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.swatches} role="radiogroup" aria-label={t('colour')} id={id}>
      {colours.map((colour) => (
        <label key={colour}>
          <input
            type="radio"
            name={id ?? 'colour'}
            value={colour}
            checked={value === colour}
            onChange={() => onChange?.(colour)}
          />
          <ColourTag colour={colour}>{t(`colour_${colour}`)}</ColourTag>
        </label>
      ))}
    </div>
  )
}
