/** Plain CSS, so that the sign-in page can show it without loading the component library. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch, useSelector } from 'react-redux'
import { toastRemoved, type ToasterState } from './toasterSlice.ts'
import { Reference } from '../Reference.tsx'
import { undoToast } from './undo.ts'
import styles from './Toaster.module.css'

export function Toaster() {
  const toast = useSelector((state: { toaster: ToasterState }) => state.toaster)
  const dispatch = useDispatch()
  const { t } = useTranslation()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!toast.open || toast.duration === 0 || held) return
    const timer = setTimeout(() => dispatch(toastRemoved()), toast.duration * 1000)
    return () => clearTimeout(timer)
  }, [toast.key, toast.open, toast.duration, held, dispatch])
  return (
    <div
      className={`${styles.toaster} screen-only`}
      data-placement={toast.placement}
      aria-live={toast.level === 'error' ? 'assertive' : 'polite'}
      role={toast.level === 'error' ? 'alert' : 'status'}
    >
      {toast.open && (
        <div
          key={toast.key}
          className={styles.toast}
          data-level={toast.level}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
        >
          <span className={styles.toastMark} aria-hidden="true" />
          <div className={styles.toastWords}>
            {toast.title !== null && <strong>{toast.title}</strong>}
            {toast.message.split('\n').map((line, place) => (
              <span key={place}>{line}</span>
            ))}
            {toast.reference !== null && <Reference reference={toast.reference} />}
          </div>
          {toast.isUndoable && (
            <button
              type="button"
              className={styles.toastUndo}
              onClick={() => {
                dispatch(toastRemoved())
                undoToast(toast.key)
              }}
            >
              {t('undo')}
            </button>
          )}
          <button
            type="button"
            className={styles.toastClose}
            aria-label={t('close')}
            onClick={() => dispatch(toastRemoved())}
          >
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
              <path
                d="M2 2l8 8M10 2l-8 8"
                stroke="currentColor"
                strokeWidth="1.6"
                strokeLinecap="round"
              />
            </svg>
          </button>
        </div>
      )}
    </div>
  )
}
