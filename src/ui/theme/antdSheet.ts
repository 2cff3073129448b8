/**
 * Puts antd's style sheet before all others, so that the product's rules win. It may load after
 * them, if the sign-in page came first.
 */
import { untilLoaded } from '#lib/lateFiles.ts'
import { antdSheetAddress } from './antdSheetAddress.ts'

let sheet: Promise<void> | null = null

export function antdSheet(): Promise<void> {
  const address = antdSheetAddress
  // True if the page was served with the style sheet (build/antd.ts), which loads before any
  // script.
  const isThere = document.querySelector<HTMLLinkElement>('link[data-antd]')?.sheet != null
  sheet ??=
    address === null || isThere ? Promise.resolve() : untilLoaded(() => putFirst(address), 'part')
  return sheet
}

function putFirst(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => reject(new Error('A style sheet did not come'))
    document.head.prepend(link)
  })
}
