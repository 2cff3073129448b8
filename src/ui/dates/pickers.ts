/**
 * The component library's pickers, which take what is typed as the rest of the product does. A day
 * that lies out of bounds is none: the library would put the former one back in its place, and the
 * reason would stand beside a date that is right.
 */
import generateConfig from '@rc-component/picker/generate/dayjs'
import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { isWithinBounds, plainMoment } from './typed.ts'

export const MomentPicker = DatePicker.generatePicker<Dayjs>({
  ...generateConfig,
  locale: {
    ...generateConfig.locale,
    parse(locale, text, formats) {
      const read = generateConfig.locale.parse(locale, plainMoment(text), formats)
      return read !== null && isWithinBounds(read) ? read : null
    },
  },
})

const whereRoomIs = { adjustX: true, adjustY: true, shiftX: true, shiftY: true }
/** Above or below the field, and moved to where all of it is seen: a phone has room for neither. */
export const popupPlacements = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow: whereRoomIs },
  bottomRight: { points: ['tr', 'br'], offset: [0, 4], overflow: whereRoomIs },
  topLeft: { points: ['bl', 'tl'], offset: [0, -4], overflow: whereRoomIs },
  topRight: { points: ['br', 'tr'], offset: [0, -4], overflow: whereRoomIs },
}
