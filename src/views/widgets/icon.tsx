import type { ReactNode } from "react";
import styles from "./icon.module.css";

const line = { fill: "none", stroke: "currentColor", strokeLinecap: "round", strokeLinejoin: "round" } as const;

/** Drawings on a 12 × 12 grid. The first eight are the state classes' shapes. */
const drawings = {
  idle: <circle cx="6" cy="6" r="3.75" {...line} strokeWidth="1.5" />,
  active: <circle cx="6" cy="6" r="4.75" fill="currentColor" />,
  waiting: (
    <>
      <circle cx="6" cy="6" r="4.5" {...line} strokeWidth="1.5" />
      <path d="M6 3.2V6l2 1.4" {...line} strokeWidth="1.5" />
    </>
  ),
  ok: <path d="M1.8 6.4 4.8 9.4 10.2 2.8" {...line} strokeWidth="2" />,
  stale: (
    <>
      <path d="M6 1 11 6 6 11 1 6Z" {...line} strokeWidth="1.5" />
      <path d="M6 1 6 11 1 6Z" fill="currentColor" />
    </>
  ),
  failed: <path d="M2.2 2.2 9.8 9.8M9.8 2.2 2.2 9.8" {...line} strokeWidth="2" />,
  fault: (
    <>
      <path d="M2.2 11.2V1" {...line} strokeWidth="1.6" />
      <path d="M2.6 1.4 10.6 4 2.6 6.8Z" fill="currentColor" />
    </>
  ),
  cause: <path d="M2 2 6 6 2 10M6.2 2l4 4-4 4" {...line} strokeWidth="1.6" />,
  down: <path d="M3 4.6 6 7.6 9 4.6" {...line} strokeWidth="1.4" />,
  right: <path d="M4.4 2.6 7.8 6l-3.4 3.4" {...line} strokeWidth="1.4" />,
  close: <path d="M2.5 2.5 9.5 9.5M9.5 2.5 2.5 9.5" {...line} strokeWidth="1.4" />,
  breakpoint: (
    <>
      <path d="M4 1h4l3 3v4l-3 3H4L1 8V4Z" {...line} strokeWidth="1.5" />
      <circle cx="6" cy="6" r="1.8" fill="currentColor" />
    </>
  ),
  fork: <path d="M1 3h10M3.2 3C5 3 5 9 7 9h4" {...line} strokeWidth="1.4" />,
  search: (
    <>
      <circle cx="5" cy="5" r="3.6" {...line} strokeWidth="1.4" />
      <path d="M7.8 7.8 11 11" {...line} strokeWidth="1.5" />
    </>
  ),
  play: <path d="M2.5 1.2 10.5 6 2.5 10.8Z" fill="currentColor" />,
  pause: <path d="M2.6 1.4h2.4v9.2H2.6ZM7 1.4h2.4v9.2H7Z" fill="currentColor" />,
  forward: (
    <>
      <path d="M2 2 7 6 2 10Z" fill="currentColor" />
      <path d="M9.4 2v8" stroke="currentColor" strokeWidth="1.7" />
    </>
  ),
  back: (
    <>
      <path d="M10 2 5 6 10 10Z" fill="currentColor" />
      <path d="M2.6 2v8" stroke="currentColor" strokeWidth="1.7" />
    </>
  ),
  first: (
    <>
      <path d="M11 2.4 7 6l4 3.6ZM6.6 2.4 2.6 6l4 3.6Z" fill="currentColor" />
      <path d="M1.4 2v8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  last: (
    <>
      <path d="M1 2.4 5 6 1 9.6ZM5.4 2.4 9.4 6l-4 3.6Z" fill="currentColor" />
      <path d="M10.6 2v8" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  theme: (
    <>
      <circle cx="6" cy="6" r="4.6" {...line} strokeWidth="1.4" />
      <path d="M6 1.4a4.6 4.6 0 0 1 0 9.2Z" fill="currentColor" />
    </>
  ),
  edit: <path d="M2 10 2.6 7.4 8.4 1.6l2 2L4.6 9.4Z" {...line} strokeWidth="1.3" />,
  settings: (
    <>
      <path d="M1 3.5h6M10 3.5h1M1 8.5h1M5 8.5h6" {...line} strokeWidth="1.4" />
      <circle cx="8.4" cy="3.5" r="1.5" {...line} strokeWidth="1.4" />
      <circle cx="3.5" cy="8.5" r="1.5" {...line} strokeWidth="1.4" />
    </>
  ),
  story: <path d="M2 1.6h8v9L6 8.2 2 10.6Z" {...line} strokeWidth="1.4" />,
  flow: (
    <>
      <rect x="1" y="1.5" width="4" height="3.4" rx=".8" {...line} strokeWidth="1.3" />
      <rect x="7" y="7.1" width="4" height="3.4" rx=".8" {...line} strokeWidth="1.3" />
      <path d="M5 3.2h4v3.9" {...line} strokeWidth="1.3" />
    </>
  ),
  lanes: <path d="M1 2.5h5M4 6h7M2 9.5h4M8.5 9.5H11" {...line} strokeWidth="1.7" />,
  state: (
    <>
      <rect x="1" y="1" width="10" height="10" rx="2" {...line} strokeWidth="1.3" />
      <rect x="3.2" y="5" width="5.6" height="3.6" rx="1" fill="currentColor" />
    </>
  ),
} satisfies Readonly<Record<string, ReactNode>>;

export type IconName = keyof typeof drawings;

type Props = {
  readonly name: IconName;
  /** In the hue of this state class; else in the colour of the text. */
  readonly tone?: string;
  readonly size?: number;
};

/** A small drawing. It says nothing to a screen reader: the words beside it, or the label of its button, do. */
export function Icon({ name, tone, size = 12 }: Props) {
  return (
    <svg aria-hidden="true" className={styles.icon} data-tone={tone} width={size} height={size} viewBox="0 0 12 12">
      {drawings[name]}
    </svg>
  );
}
