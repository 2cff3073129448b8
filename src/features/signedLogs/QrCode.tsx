import qrcode from 'qrcode-generator'
import { useMemo } from 'react'
import styles from './signedLogs.module.css'

/** Black on white in every theme: a camera wants it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { count, squares } = useMemo(() => {
    const code = qrcode(0, 'M')
    code.addData(text)
    code.make()
    const size = code.getModuleCount()
    const dark: string[] = []
    for (let y = 0; y < size; y += 1)
      for (let x = 0; x < size; x += 1)
        if (code.isDark(y, x)) dark.push(`M${x + 2} ${y + 2}h1v1h-1z`)
    return { count: size, squares: dark.join('') }
  }, [text])
  return (
    <svg
      className={styles.signedLogQr}
      viewBox={`0 0 ${count + 4} ${count + 4}`}
      role="img"
      aria-label={label}
    >
      <path d={squares} fill="#000" />
    </svg>
  )
}
