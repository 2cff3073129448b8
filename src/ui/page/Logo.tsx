export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0f6b74" />
      <path
        d="M9 25V9h8.2a5.3 5.3 0 0 1 0 10.6H13"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="22.6" cy="23.4" r="2.6" fill="#7fe0c3" />
    </svg>
  )
}
