import { useMemo } from 'react'
import { CodeImage } from './CodeImage.tsx'
import { qrModules } from './modules.ts'

interface Props {
  text: string
  /** Null if text beside it describes the code. */
  label: string | null
  className?: string | undefined
}

export function QrCode({ text, ...props }: Props) {
  const modules = useMemo(() => qrModules(text), [text])
  return <CodeImage modules={modules} {...props} />
}
