export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Safari reads the address after click() returns.
  setTimeout(() => URL.revokeObjectURL(address), 30_000)
}
