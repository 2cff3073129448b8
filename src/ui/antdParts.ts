export { Popover, Segmented, Select, Tabs, Tooltip } from 'antd'
