/** Strokes on a 20 by 20 grid. */
const paths = {
  overview: 'M3 16.5h14M5.5 13.5v-4M10 13.5v-9M14.5 13.5V7.5',
  key: 'M10 13.2a3.4 3.4 0 1 1-6.8 0a3.4 3.4 0 0 1 6.8 0M9 10.8l7.6-7.6M13 6.8l2.4 2.4M15.2 4.6l1.8 1.8',
  requests: 'M3 5h14M3 10h9M3 15h11.5M15.5 10h1.5',
  ledger: 'M5 2.8h10v14.4l-2.5-1.6-2.5 1.6-2.5-1.6L5 17.2zM7.8 7h4.4M7.8 10.4h4.4',
  playground: 'M3.5 5.5 7.8 10l-4.3 4.5M10 14.5h6.5',
  book: 'M4 4.5c2.2-.8 4.2-.6 6 .8c1.800-1.400 3.800-1.600 6-.8v11c-2.200-.8-4.200-.6-6 .8c-1.800-1.400-3.800-1.600-6-.8zM10 5.300v11',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 6m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 14m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  search: 'M13.8 8.9a4.9 4.9 0 1 1-9.8 0a4.9 4.9 0 0 1 9.8 0M12.5 12.5 17 17',
  audit: 'M10 2.8 16 5v4.6c0 3.7-2.5 6.3-6 7.6c-3.5-1.3-6-3.9-6-7.6V5zM7.5 9.8l1.8 1.8 3.3-3.6',
  rate: 'M3.2 14.5a7 7 0 1 1 13.6 0M10 12.5l3-4',
  health: 'M2.5 10.5h3.4l2-5 3.6 9 2-4h4',
  copy: 'M7.5 7.5h8.8v8.8H7.5zM12.5 7.3V3.7H3.7v8.8h3.6',
  check: 'M4 10.5 8 14.5 16 6',
  warning: 'M10 3.2 17.6 16.4H2.4zM10 8.2v3.6M10 14.1v.1',
  download: 'M10 3v9.5M6.2 9 10 12.8 13.8 9M3.8 16.8h12.4',
  plus: 'M10 4v12M4 10h12',
  up: 'M5 12.500l5-5 5 5',
  down: 'M5 7.5l5 5 5-5',
  close: 'M5 5l10 10M15 5 5 15',
  menu: 'M3 6h14M3 10h14M3 14h14',
  right: 'M7.5 5l5 5-5 5',
  more: 'M4.5 10v.1M10 10v.1M15.5 10v.1',
  print: 'M6 7V3h8v4M6 14H3.500V7.500h13V14H14M6 12h8v5H6z',
  bell: 'M4.5 14h11c-1.200-1.200-1.500-2.500-1.500-5a4 4 0 0 0-8 0c0 2.500-.3 3.800-1.500 5M8.500 16.500a1.600 1.600 0 0 0 3 0',
  news: 'M10 3.200l1.700 4.800 4.900 1.700-4.900 1.700-1.700 4.900-1.700-4.900-4.900-1.700 4.900-1.700zM15.500 3.200v2.600M14.200 4.500h2.600',
  back: 'M12.5 5l-5 5 5 5',
  signOut: 'M8.5 3.5H4v13h4.5M8.5 10H17M13.8 6.6 17.2 10l-3.4 3.4',
  person: 'M13 7a3 3 0 1 1-6 0a3 3 0 0 1 6 0M4 16.8c.6-3 3-4.6 6-4.6s5.4 1.6 6 4.6',
  rotate: 'M16 8.5A6.3 6.3 0 0 0 4.5 7M4.2 3.8V7.300h3.5M4 11.5A6.3 6.3 0 0 0 15.5 13M15.8 16.2v-3.5h-3.5',
  revoke: 'M16.8 10a6.8 6.8 0 1 1-13.6 0a6.8 6.8 0 0 1 13.6 0M5.3 5.3l9.4 9.4',
  edit: 'M4 16l.8-3.6L13.4 3.8l2.8 2.8-8.6 8.6zM11.5 5.7l2.8 2.8',
  send: 'M3.5 10 17 3.5 12.5 17 9.8 11.2zM9.8 11.2 17 3.5',
} as const;

export type IconName = keyof typeof paths;

/** Decoration only: the words beside it, or the label of its button, carry the meaning. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}

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
