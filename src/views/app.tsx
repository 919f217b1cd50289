import styles from "./app.module.css";
import { DeskLayout } from "./app-desk-layout.tsx";
import { AppDialogs } from "./app-dialogs.tsx";
import { AppNotices } from "./app-notices.tsx";
import { PhoneLayout } from "./app-phone-layout.tsx";
import { Header } from "./header/header.tsx";
import { useMessages } from "./messages-context.tsx";
import { OpeningCard } from "./notices/opening-card.tsx";
import { useDropFiles } from "./share/use-drop-files.ts";
import { useAppKeys } from "./use-app-keys.ts";
import { useScreenSize } from "./widgets/use-screen-size.ts";

/** The whole page. */
export function App() {
  const { shell: text } = useMessages();
  const size = useScreenSize();
  useAppKeys();
  useDropFiles();
  return (
    <div className={styles.app} data-size={size}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById("pipeline")?.focus()}>
        {text.skipToPipeline}
      </button>
      <Header />
      <div className={styles.body}>{size === "phone" ? <PhoneLayout /> : <DeskLayout size={size} />}</div>
      <OpeningCard />
      <AppNotices />
      <AppDialogs />
    </div>
  );
}
