// Imported by name first, as build/chunks.ts reads only imports.
import { Checkbox, Popover, Segmented, Select, Tabs, Tooltip } from 'antd'

export { Checkbox, Popover, Segmented, Select, Tabs, Tooltip }
