import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useActions } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import styles from "./dialog-frame.module.css";
import { Icon } from "./icon.tsx";

type Props = {
  readonly title: string;
  /** `page` fills the window below the header, `wide` is for reading, `narrow` for a form. */
  readonly size: "page" | "wide" | "narrow";
  readonly children: ReactNode;
};

/** A dialog over the page. Escape, a click beside it and its cross close it; the focus goes back to where it was. */
export function DialogFrame({ title, size, children }: Props) {
  const { shell: text } = useMessages();
  const { setView } = useActions();
  return (
    <Dialog.Root open onOpenChange={(open) => open || setView({ dialog: undefined })}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.dialog} data-size={size} aria-describedby={undefined}>
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            <Dialog.Close className={styles.close} aria-label={text.close}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
          <section aria-label={title} tabIndex={0} className={styles.body}>
            {children}
          </section>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
