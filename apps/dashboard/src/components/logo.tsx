export function Logo() {
  return (
    <span className="logo">
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 32 32" fill="none">
        <circle cx="14" cy="14" r="9.5" stroke="currentColor" strokeWidth="3" />
        <circle cx="14" cy="14" r="4" />
        <path d="m21 21 7 7" stroke="currentColor" strokeWidth="3.6" strokeLinecap="round" />
      </svg>
      Loupe
    </span>
  );
}
