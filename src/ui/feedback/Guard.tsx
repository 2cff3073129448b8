/** An error boundary: a failure inside leaves the rest of the page working. */
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
