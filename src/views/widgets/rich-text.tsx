import { Fragment, type ReactNode } from "react";
import styles from "./rich-text.module.css";

/** A text of a scenario: `names from the code` in backticks, *stress* in asterisks. Nothing else is markup. */
export function RichText({ text }: { readonly text: string }) {
  return <>{partsOf(text)}</>;
}

/** The text without its markup, for labels and titles. */
export function plainText(text: string): string {
  return text.replace(/`([^`]+)`|\*([^*\s][^*]*)\*/g, "$1$2");
}

function partsOf(text: string): readonly ReactNode[] {
  return text.split(/(`[^`]+`|\*[^*\s][^*]*\*)/).map((part, index) => {
    // Parts of one text never move against each other, so their position is their identity.
    const key = `${index}`;
    if (part.length > 2 && part.startsWith("`") && part.endsWith("`")) {
      return (
        <code key={key} className={styles.code}>
          {part.slice(1, -1)}
        </code>
      );
    }
    if (part.length > 2 && part.startsWith("*") && part.endsWith("*")) return <em key={key}>{part.slice(1, -1)}</em>;
    return <Fragment key={key}>{part}</Fragment>;
  });
}
