/** What is inside may fail to load or to draw without taking the page with it. */
import { Component, type ReactNode } from 'react'

interface GuardProps {
  onFail(error: Error): void
  children: ReactNode
}

export class Guard extends Component<GuardProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error): void {
    this.props.onFail(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
