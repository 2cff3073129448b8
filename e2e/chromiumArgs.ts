/** Flags for a headless Chromium on a machine without a screen and without the outside world. */
const root = process.getuid?.() === 0

export const chromiumArgs = [
  ...(root ? ['--no-sandbox'] : []), // Chromium's sandbox refuses to run as root
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // The processor paints pages faster than the software renderer.
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  // Otherwise Chromium contacts its maker at every start, which a closed network refuses and logs.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
