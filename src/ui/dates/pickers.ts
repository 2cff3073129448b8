/**
 * antd's pickers with the product's parser. A day out of bounds counts as invalid: antd would
 * restore the former date, and the error would stand beside a correct date.
 */
import generateConfig from '@rc-component/picker/generate/dayjs'
import { DatePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { EARLIEST_DAY, EARLIEST_DAY_OF_THINGS } from '#contract/rules/bounds.ts'
import { isWithinBounds, plainMoment } from './typed.ts'

const pickerFrom = (earliest: string) =>
  DatePicker.generatePicker<Dayjs>({
    ...generateConfig,
    locale: {
      ...generateConfig.locale,
      parse(locale, text, formats) {
        const read = generateConfig.locale.parse(locale, plainMoment(text), formats)
        return read !== null && isWithinBounds(read, earliest) ? read : null
      },
    },
  })

export const MomentPicker = pickerFrom(EARLIEST_DAY)
/** For days on which equipment was made or bought. */
export const DayOfThingsPicker = pickerFrom(EARLIEST_DAY_OF_THINGS)

const whereRoomIs = { adjustX: true, adjustY: true, shiftX: true, shiftY: true }
/** Above or below the field, and shifted into view. A phone has room for neither. */
export const popupPlacements = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow: whereRoomIs },
  bottomRight: { points: ['tr', 'br'], offset: [0, 4], overflow: whereRoomIs },
  topLeft: { points: ['bl', 'tl'], offset: [0, -4], overflow: whereRoomIs },
  topRight: { points: ['br', 'tr'], offset: [0, -4], overflow: whereRoomIs },
}
