import type { ComponentProps } from "react";
import styles from "./button.module.css";

type Props = ComponentProps<"button"> & {
  /** `primary` is the one thing to do next; `quiet` has no border. */
  readonly look?: "plain" | "primary" | "quiet";
  readonly large?: boolean;
};

/** A button with words. */
export function Button({ look = "plain", large = false, className = "", ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      data-look={look}
      data-large={large || undefined}
      className={`${styles.button} ${className}`}
    />
  );
}
