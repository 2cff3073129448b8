import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './auth.module.css'

interface FieldProps {
  label: string
  name: string
  value: string
  onChange(value: string): void
  onLeave?: () => void
  type?: 'text' | 'email' | 'password'
  autoComplete: string
  /** Shows a phone's number keys. */
  isNumeric?: boolean
  fault?: string | null | undefined
  below?: ReactNode
}

export function Field({
  label,
  name,
  value,
  onChange,
  onLeave,
  type = 'text',
  autoComplete,
  isNumeric = false,
  fault,
  below,
}: FieldProps) {
  const { t } = useTranslation('auth')
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  const hasFault = fault !== undefined && fault !== null
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.fieldBox}>
        <input
          id={id}
          name={name}
          type={type === 'password' && isShown ? 'text' : type}
          value={value}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          dir={type === 'text' && !isNumeric ? 'auto' : 'ltr'}
          aria-invalid={hasFault}
          aria-describedby={hasFault ? `${id}-fault` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          {...(isNumeric ? { inputMode: 'numeric' as const } : {})}
        />
        {type === 'password' && (
          <button
            type="button"
            className={styles.fieldEye}
            aria-pressed={isShown}
            aria-label={isShown ? t('hidePassword') : t('showPassword')}
            onClick={() => setIsShown(!isShown)}
          >
            <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
              <path
                d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
              />
              <circle cx="10" cy="10" r="2.4" fill="none" stroke="currentColor" strokeWidth="1.5" />
              {isShown && <path d="M3.5 17 16.5 3" stroke="currentColor" strokeWidth="1.5" />}
            </svg>
          </button>
        )}
      </div>
      {hasFault && (
        <p id={`${id}-fault`} className={styles.fieldFault}>
          {fault}
        </p>
      )}
      {below}
    </div>
  )
}
