/** Flags for a headless Chromium on a machine without a screen and without the outside world. */
const root = process.getuid?.() === 0

export const chromiumArgs = [
  ...(root ? ['--no-sandbox'] : []), // Chromium's sandbox refuses to run as root
  // Maps are drawn by a program where there is no graphics card.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // But pages are painted by the processor itself, which is quicker at it than that program.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  // Else it calls home at every start, which is refused and logged on a closed network.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
