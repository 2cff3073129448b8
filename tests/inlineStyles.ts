/**
 * `getComputedStyle` without style sheets: an element's own and inherited styles. jsdom recomputes
 * every property through all ancestors, two thirds of the time in a profile.
 */
const inherited = new Set(['visibility', 'pointer-events', 'direction', 'cursor', 'color'])
const initial: Readonly<Record<string, string>> = {
  visibility: 'visible',
  opacity: '1',
  'pointer-events': 'auto',
  position: 'static',
  overflow: 'visible',
  direction: 'ltr',
}
const undrawn = 'head, link, meta, script, style, template, title, [hidden], dialog:not([open])'
/** Elements around which accessible names have a pause. */
const blocks =
  'html, body, address, article, aside, blockquote, dd, details, dialog, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hgroup, hr, legend, li, main, nav, ol, p, pre, search, section, summary, table, caption, tr, th, td, ul'

export function computeInlineStyles(): void {
  window.getComputedStyle = (element) =>
    new Proxy((element as HTMLElement).style, {
      get(style, name) {
        if (name === 'getPropertyValue') return (property: string) => valueOf(element, property)
        if (typeof name !== 'string') return undefined
        if (typeof style[name as never] === 'function') return undefined
        return valueOf(element, inKebabs(name))
      },
    })
}

const inKebabs = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function valueOf(element: Element, property: string): string {
  const own = (element as HTMLElement).style.getPropertyValue(property)
  if (own !== '') return own
  if (property === 'display')
    return element.matches(undrawn) ? 'none' : element.matches(blocks) ? 'block' : 'inline'
  const around = inherited.has(property) ? element.parentElement : null
  return around === null ? (initial[property] ?? '') : valueOf(around, property)
}
