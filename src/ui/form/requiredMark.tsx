import type { FormProps } from 'antd'
import styles from './requiredMark.module.css'

type MarkRequired = Extract<FormProps['requiredMark'], (...args: never[]) => unknown>

export const markRequired: MarkRequired = (label, { required }) =>
  required ? <span className={styles.mark}>{label}</span> : label
