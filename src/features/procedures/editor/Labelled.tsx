import { useId, type ReactNode } from 'react'

/** A field with its label above, tied together for screen readers. */
export function Labelled({
  label,
  fault,
  children,
}: {
  label: string
  fault?: string | undefined
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="labelled">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {fault !== undefined && (
        <p className="labelled-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
