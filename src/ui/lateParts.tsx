/**
 * Parts of antd that no first screen draws at once, so that it does not wait for them. They load
 * when the browser is idle, or at their first use.
 */
import type {
  CheckboxProps,
  PopoverProps,
  SegmentedProps,
  SelectProps,
  TabsProps,
  TooltipProps,
} from 'antd'
import { loadPartLater } from '#lib/lateFiles.ts'

export const OpenMenu = loadPartLater(() =>
  import('./page/OpenMenu.tsx').then((file) => ({ default: file.OpenMenu })),
)
export const OpenSheet = loadPartLater(() =>
  import('./panel/OpenSheet.tsx').then((file) => ({ default: file.OpenSheet })),
)
const parts = () => import('./antdParts.ts')
export const LateCheckbox = loadPartLater(async () => {
  const { Checkbox } = await parts()
  return { default: (props: CheckboxProps) => <Checkbox {...props} /> }
})
export const LateTooltip = loadPartLater(async () => {
  const { Tooltip } = await parts()
  return { default: (props: TooltipProps) => <Tooltip {...props} /> }
})
export const LatePopover = loadPartLater(async () => {
  const { Popover } = await parts()
  return { default: (props: PopoverProps) => <Popover {...props} /> }
})
export const LateSelect = loadPartLater(async () => {
  const { Select } = await parts()
  return { default: (props: SelectProps) => <Select {...props} /> }
})
export const LateSegmented = loadPartLater(async () => {
  const { Segmented } = await parts()
  return { default: (props: SegmentedProps<string>) => <Segmented {...props} /> }
})
export const LateTabs = loadPartLater(async () => {
  const { Tabs } = await parts()
  return { default: (props: TabsProps) => <Tabs {...props} /> }
})

export const fetchLateParts = (): Promise<unknown> =>
  Promise.all(
    [
      OpenMenu,
      OpenSheet,
      LateCheckbox,
      LateTooltip,
      LatePopover,
      LateSegmented,
      LateSelect,
      LateTabs,
    ].map(({ fetch }) => fetch()),
  )
