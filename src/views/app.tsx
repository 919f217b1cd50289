import { lazy, Suspense } from "react";
import styles from "./app.module.css";
import { DeskLayout } from "./app-desk-layout.tsx";
import { AppDialogs } from "./app-dialogs.tsx";
import { AppNotices } from "./app-notices.tsx";
import { Header } from "./header/header.tsx";
import { useMessages } from "./messages-context.tsx";
import { OpeningCard } from "./notices/opening-card.tsx";
import { useDropFiles } from "./share/use-drop-files.ts";
import { useAppKeys } from "./use-app-keys.ts";
import { useScreenSize } from "./widgets/use-screen-size.ts";

/** Only phones fetch it. */
const PhoneLayout = lazy(async () => ({ default: (await import("./app-phone-layout.tsx")).PhoneLayout }));

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
      <div className={styles.body}>
        <Suspense fallback={null}>{size === "phone" ? <PhoneLayout /> : <DeskLayout size={size} />}</Suspense>
      </div>
      <OpeningCard />
      <AppNotices />
      <AppDialogs />
    </div>
  );
}
